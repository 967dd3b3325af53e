import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  notification: `name varchar(255), active boolean not null default 1, user_id integer, is_default boolean not null default 0, config text`,
  monitor_notification: 'monitor_id integer not null, notification_id integer not null',
  status_page: `slug varchar(255) not null, title varchar(255) not null, description text, icon varchar(255) not null default '/icon.svg',
    theme varchar(30) not null default 'auto', published boolean not null default 1, search_engine_index boolean not null default 1,
    show_tags boolean not null default 0, password varchar(255), footer_text text, custom_css text, show_powered_by boolean not null default 1,
    analytics_id varchar(255), auto_refresh_interval integer default 300`,
  status_page_cname: 'status_page_id integer, domain varchar(255) not null unique',
  group: `name varchar(255) not null, public boolean not null default 0, active boolean not null default 1, weight integer not null default 1000,
    status_page_id integer`,
  monitor_group: `monitor_id integer not null, group_id integer not null, weight integer not null default 1000,
    send_url boolean not null default 0, custom_url text`,
  incident: `title varchar(255) not null, content text not null, style varchar(30) not null default 'warning', pin boolean not null default 1,
    active boolean not null default 1, status_page_id integer`,
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
      for (const row of all) database.prepare(insertOf(table, row)).run(...Object.values(row))
    database.exec(`commit; ${after}`)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    return readFileSync(path).toString('base64')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function insertOf(table: string, row: KumaRow): string {
  const names = Object.keys(row)
  return `insert into "${table}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
}

/** A database as it was copied while it ran: what is in the file, and what was written since, which lies in its log alone. */
export function runningKumaDatabase(
  rows: Readonly<Record<string, readonly KumaRow[]>>,
  last: (database: DatabaseSync) => void,
): { readonly content: string; readonly writeAheadLog: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kuma-'))
  const path = join(folder, 'kuma.db')
  try {
    writeFileSync(path, kumaDatabase(rows), 'base64')
    const database = new DatabaseSync(path, { defensive: false })
    database.exec('pragma wal_autocheckpoint = 0')
    last(database)
    const files = { content: readFileSync(path, 'base64'), writeAheadLog: readFileSync(`${path}-wal`, 'base64') }
    database.close()
    return files
  } finally {
    rmSync(folder, { recursive: true })
  }
}
