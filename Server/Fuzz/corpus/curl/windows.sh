curl -d "{\"aps\":{}}" ^
  https://api.push.apple.com/3/device/1
