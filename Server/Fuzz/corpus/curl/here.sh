curl -d @- https://api.push.apple.com/3/device/$T <<EOF
{"aps": {"alert": "$MSG `date`"}}
EOF
cat <<-'X' | curl --json @- https://fcm.googleapis.com/v1/projects/p/messages:send
	{"message":{"topic":"news"}}
	X
