R=`curl --cert apns.pem:pass -d @order.json --url https://gateway.push.apple.com:2195/` && echo "$R" 2>/dev/null
if curl --http1.1 -d '' "https://user:pw@api.push.apple.com:2197/3/device/${1}?x#y"; then :; fi
