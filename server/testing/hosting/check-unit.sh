#!/bin/bash
# Runs under the systemd of boot-systemd.sh. Writes what it finds as lines "name value", and "done" at last.
cd /run/test || exit 1
useradd --system --home-dir /var/lib/bollard bollard
tell() { echo "$1 $2" >> found; }
status() { curl --silent --max-time 5 --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$1"; }
show() { systemctl show bollard --value --property "$1"; }
mine() { pgrep --count --euid bollard; }
# Seconds until the process after $1 is ready.
wait_ready() {
  local begun=$SECONDS
  until [ "$(show MainPID)" != "$1" ] && [ "$(status 8091/readyz)" = 200 ]; do
    [ $((SECONDS - begun)) -lt 120 ] || break
    sleep 0.2
  done
  echo $((SECONDS - begun))
}

tell version "$(systemctl --version | sed -n 's/^systemd \([0-9]*\).*/\1/p')"
tell verify "$(systemd-analyze verify /etc/systemd/system/bollard.service 2>&1 | wc --lines)"
tell exposure "$(systemd-analyze security --no-pager bollard.service | sed -n 's/.*Overall exposure level for bollard.service: \([0-9.]*\).*/\1/p')"
systemctl start bollard
tell started $?
tell firstReady "$(wait_ready 0)"
main=$(show MainPID)
for name in CapEff CapBnd NoNewPrivs Seccomp Uid; do tell $name "$(sed -n "s/^$name:\s*\(\S*\).*/\1/p" "/proc/$main/status")"; done
tell bollardUid "$(id --user bollard)"
tell writable "$(nsenter --target "$main" --mount --setuid "$(id --user bollard)" sh -c 'touch /opt/bollard/x /etc/x /usr/x /var/lib/x 2> /dev/null; ls -d /opt/bollard/x /etc/x /usr/x /var/lib/x 2> /dev/null | wc -l')"

# Of a site and of the API, which knows no such address: no answer, or one with 5xx, would be a failure.
while [ ! -f enough ]; do
  for place in 8080/healthz 8090/healthz; do status "$place" >> answers; echo >> answers; done
done &
asking=$!
systemctl reload bollard
tell reloaded $?
touch enough
wait $asking
tell asked "$(wc --lines < answers)"
tell failed "$(grep --count --extended-regexp '^(000|5..)$' answers)"

systemctl kill --kill-whom=main --signal=KILL bollard
tell secondReady "$(wait_ready "$main")"
tell restarts "$(show NRestarts)"
systemctl stop bollard
tell stopped "$(show Result)"
tell left "$(mine)"
journalctl --unit bollard --no-pager > journal
touch done
