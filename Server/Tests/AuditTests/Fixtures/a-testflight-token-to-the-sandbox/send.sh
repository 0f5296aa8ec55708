#!/bin/sh
curl --http2 \
  -H "apns-topic: dev.pushwire.parcel" \
  -H "apns-push-type: alert" \
  -H "apns-priority: 10" \
  -H "apns-expiration: 1796126400" \
  -H "authorization: bearer $JWT" \
  -d '{"aps":{"alert":{"title":"Parcel","body":"Your parcel is here"}},"parcel":"p-1"}' \
  https://api.sandbox.push.apple.com/3/device/$TOKEN
