curl -d $'{"aps":{"alert":"it\'s \n"}}' https://api.push.apple.com/3/device/1
