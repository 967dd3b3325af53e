import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Value = string | number | null
export type KumaRow = Readonly<Record<string, Value>>

/**
 * Tables of Uptime Kuma 2 as far as an import reads them, with the types and defaults that its migrations give them, and one column more
 * that it does not read.
 */
const schema: Readonly<Record<string, string>> = {
  monitor: `name varchar(150), active boolean not null default 1, interval integer not null default 20, url text, type varchar(20),
    weight integer default 2000, hostname varchar(255), port integer, keyword varchar(255), maxretries integer not null default 0,
    ignore_tls boolean not null default 0, upside_down boolean not null default 0, maxredirects integer not null default 10,
    accepted_statuscodes_json text not null default '["200-299"]', dns_resolve_type varchar(5), dns_resolve_server varchar(255),
    retry_interval integer not null default 0, push_token varchar(32), method text not null default 'GET', body text, headers text,
    basic_auth_user text, basic_auth_pass text, proxy_id integer, expiry_notification boolean default 1, auth_method varchar(250),
    grpc_url varchar(255), grpc_body text, grpc_method text, grpc_service_name text, grpc_enable_tls boolean not null default 0,
    resend_interval integer not null default 0, http_body_encoding varchar(25), description text, tls_ca text, tls_cert text, tls_key text,
    parent integer, invert_keyword boolean not null default 0, json_path text, json_path_operator varchar(255), expected_value varchar(255),
    timeout float not null default 0, conditions text not null default '[]', smtp_security varchar(255), ws_subprotocol varchar(255) not null default '',
    ping_count integer not null default 1, ip_family boolean, manual_status smallint, domain_expiry_notification boolean default 1,
    cache_bust boolean not null default 0, bearer_token text`,
  tag: 'name varchar(255) not null, color varchar(255) not null default "#4b5563"',
  monitor_tag: 'monitor_id integer not null, tag_id integer not null, value text',
  notification: 'name varchar(255), active boolean not null default 1, config text',
  status_page:
    'slug varchar(255) not null, title varchar(255) not null, icon varchar(255) not null default "/icon.svg"',
  maintenance: `title varchar(150) not null, description text not null default '', active boolean not null default 1,
    strategy varchar(50) not null default 'single', start_date datetime, end_date datetime, start_time time, end_time time,
    weekdays varchar(250) default '[]', days_of_month text default '[]', interval_day integer, cron text, timezone varchar(255), duration integer`,
  monitor_maintenance: 'monitor_id integer not null, maintenance_id integer not null',
  setting: 'key varchar(200) not null, value text',
  stat_daily: `monitor_id integer not null, timestamp integer not null, ping float not null, up smallint not null, down smallint not null,
    ping_min float not null default 0, ping_max float not null default 0, extras text`,
  heartbeat: `important boolean not null default 0, monitor_id integer not null, status smallint not null, msg text, time datetime not null,
    ping integer, duration integer not null default 0, end_time datetime`,
}

/** A database with these rows, as base64. `before` runs in it first, and `after` last, for what attackers would put there. */
export function kumaDatabase(
  rows: Readonly<Record<string, readonly KumaRow[]>>,
  { instead = {}, after = '' }: { readonly instead?: Readonly<Record<string, string>>; readonly after?: string } = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'kuma-'))
  const path = join(folder, 'kuma.db')
  const database = new DatabaseSync(path, { defensive: false })
  try {
    // As that product runs: in write-ahead mode.
    database.exec('pragma journal_mode = wal; begin')
    for (const [table, columns] of Object.entries(schema))
      database.exec(instead[table] ?? `create table "${table}" (id integer primary key autoincrement, ${columns})`)
    for (const [table, all] of Object.entries(rows))
      for (const row of all) {
        const names = Object.keys(row)
        const marks = names.map(() => '?').join(', ')
        database.prepare(`insert into "${table}" (${names.join(', ')}) values (${marks})`).run(...Object.values(row))
      }
    database.exec(`commit; ${after}`)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    return readFileSync(path).toString('base64')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
