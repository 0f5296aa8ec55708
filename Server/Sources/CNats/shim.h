#pragma once
// nats.c: the client of NATS and JetStream.
#include <nats/nats.h>
