#!/bin/sh
# Runs one of the portal's commands, for root, as its own user and with its settings. Copy to /usr/local/sbin/portal, then:
#   portal doctor      portal backup [FOLDER]      portal restore BACKUP
set -eu
case "${1:-}" in
  doctor | backup | restore) ;;
  *)
    echo 'Uso: portal doctor | portal backup [CARPETA] | portal restore COPIA' >&2
    exit 2
    ;;
esac
if [ "$(id -un)" != portal ]; then
  exec runuser -u portal -- "$0" "$@"
fi
set -a
. /etc/portal.env
set +a
command=$1
shift
case "${1:-}" in
  '' | /*) ;;
  *) set -- "$PWD/$1" ;;
esac
cd /opt/portal
exec node_modules/node/bin/node "scripts/$command.ts" "$@"
