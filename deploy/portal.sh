#!/bin/sh
# /usr/bin/portal
exec /usr/lib/portal-municipal/current/bin/node /usr/lib/portal-municipal/current/scripts/portal/main.ts "$@"
