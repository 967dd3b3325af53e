#!/bin/sh
# Boots the systemd of this machine in namespaces of its own: pids, mounts, network and control groups. The root is a layer above this
# machine's, so nothing here is changed. Called by test-units.ts with a folder that has the tree, the unit, its settings and what to check.
set -e
folder=$1
root=$folder/root
mount --make-rprivate /
mount -t tmpfs tmpfs "$folder/layer"
mkdir "$folder/layer/upper" "$folder/layer/work"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/layer/upper,workdir=$folder/layer/work" "$root"
# None of the services of this machine.
rm -rf "$root"/etc/systemd/system/*.wants
for unit in systemd-udevd systemd-logind systemd-sysctl systemd-modules-load; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit.service"
done
for place in tmp run dev; do mount -t tmpfs tmpfs "$root/$place"; done
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm" "$root/dev/pts" "$root/run/test"
mount -t devpts devpts "$root/dev/pts" -o newinstance,ptmxmode=0666
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -s /proc/self/fd "$root/dev/fd"
mount --bind "$folder/shared" "$root/run/test"
mkdir -p "$root/opt/bollard" "$root/etc/bollard"
mount --bind "$folder/tree" "$root/opt/bollard"
mount -o remount,bind,ro "$root/opt/bollard"
cp "$folder/bollard.env" "$root/etc/bollard/"
cp "$folder/bollard.service" "$folder/checks.service" "$root/etc/systemd/system/"
ip link set lo up
exec chroot "$root" env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --show-status=0 --unit=checks.service
