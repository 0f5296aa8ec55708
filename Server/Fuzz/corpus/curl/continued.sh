#!/bin/sh
TOPIC=dev.pushwire.parcel
export HOST="api.push.apple.com"
JWT=$(./token.sh "a)b")
curl -sS -XPOST \
  --header "apns-topic: $TOPIC" -H"apns-push-type: alert" \
  -H "authorization: bearer ${JWT}" \
  --data-binary "{\"aps\":{\"alert\":\"$1\", \"badge\": $N}}" \
  "https://$HOST/3/device/${TOKEN:-none}" | jq .
