#!/bin/sh
# Runs a command of the portal for root, as the portal's user and with its settings. Copy to /usr/local/sbin/portal:
#   portal doctor      portal backup [FOLDER]      portal restore BACKUP      portal reset-password USER
set -eu
case "${1:-}" in
  doctor | backup | restore | reset-password) ;;
  *)
    echo 'Uso: portal doctor | portal backup [CARPETA] | portal restore COPIA | portal reset-password USUARIO' >&2
    exit 2
    ;;
esac
if [ "$(id -un)" != portal ]; then
  exec runuser -u portal -- "$0" "$@"
fi
umask 077
set -a
. /etc/portal.env
set +a
command=$1
shift
# A relative path refers to the folder where the command was typed.
case "$command ${1:-}" in
  'backup ' | 'restore ' | *' /'* | 'reset-password '* | 'doctor '*) ;;
  *) set -- "$PWD/$1" ;;
esac
cd /opt/portal
exec node_modules/node/bin/node "scripts/$command.ts" "$@"
