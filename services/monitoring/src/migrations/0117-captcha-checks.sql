-- Forms with a captcha, and figures of a captcha, are monitored too. Whatever is there fits already, so nothing has to be looked at.
alter table services drop constraint services_kind_check;
alter table services add constraint services_kind_check check (kind in ('HTTP', 'CERTIFICATE', 'TCP', 'DNS', 'ICMP', 'DOMAIN', 'WEBSOCKET', 'SMTP', 'GRPC',
  'FORM', 'PASS_RATE', 'HEARTBEAT', 'GROUP', 'MANUAL')) not valid;

-- Times that visitors of a captcha took, by hour: captchas themselves forget those of single hours after days. Kept for nine weeks.
create table pass_rate_hours (
  service_id uuid not null references services on delete cascade,
  solution_id uuid not null,
  hour timestamptz not null,
  check_ms_p95 int not null,
  volume int not null,
  primary key (service_id, hour)
);
