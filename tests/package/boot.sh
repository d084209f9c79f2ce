#!/bin/bash
# Boots the systemd of a Debian below a folder, inside the namespaces that `unshare` has made: its own processes,
# mounts, control groups and network, which has only the loopback.
set -e
cd "$1"
mount --make-rprivate /
mount --bind . .
cd "$1"
mount -t proc proc proc
mount -t sysfs sys sys
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
if grep -qs memory /sys/fs/cgroup/cgroup.controllers || ! grep -q '^VERSION_ID="12"' etc/os-release; then
  mount -t cgroup2 cgroup2 sys/fs/cgroup
else
  # Here memory is limited in the former hierarchies, which the systemd of Debian 12 still uses.
  mount -t tmpfs tmpfs sys/fs/cgroup
  mkdir sys/fs/cgroup/systemd sys/fs/cgroup/memory sys/fs/cgroup/pids
  mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
  mount -t cgroup -o memory cgroup sys/fs/cgroup/memory
  mount -t cgroup -o pids cgroup sys/fs/cgroup/pids
fi
mount -t tmpfs tmpfs dev
for device in null zero random urandom tty full; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir dev/pts dev/shm
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
mkdir -p oldroot
pivot_root . oldroot
cd /
umount -l /oldroot
ip link set lo up
exec env -i container=portal PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --log-target=journal </dev/null
