import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { importBytesMax, monitoredServicesMax } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'

type Row = Readonly<Record<string, string | number | null>>
/** Rows of the tables that are read, by the names of Uptime Kuma; empty where there is none. */
export type KumaTables = Readonly<Record<keyof typeof tables, readonly Row[]>>

const readerPath = fileURLToPath(new URL('./read-database.ts', import.meta.url))
const logPath = fileURLToPath(new URL('./write-ahead-log.ts', import.meta.url))
const readerMs = 30_000
const readerMegabytes = 512
/** What a reader may say at most. */
const answerBytesMax = 134_217_728
const magic = Buffer.from('SQLite format 3\0')

const linked = { rowsMax: 50_000, orderBy: 'rowid' }
const tables = {
  monitor: {
    rowsMax: monitoredServicesMax,
    orderBy: 'id',
    columns: `id name active interval url type hostname port keyword invert_keyword maxretries retry_interval ignore_tls upside_down maxredirects
      accepted_statuscodes_json dns_resolve_type dns_resolve_server method body headers http_body_encoding basic_auth_user basic_auth_pass
      bearer_token auth_method tls_cert tls_key tls_ca proxy_id expiry_notification domain_expiry_notification grpc_url grpc_service_name
      grpc_method grpc_body grpc_enable_tls resend_interval description json_path json_path_operator expected_value timeout parent ping_count
      ip_family manual_status smtp_security ws_subprotocol conditions cache_bust`,
  },
  monitor_tag: { ...linked, columns: 'monitor_id tag_id value' },
  tag: { ...linked, columns: 'id name' },
  notification: { ...linked, columns: 'id name active config' },
  monitor_notification: { ...linked, columns: 'monitor_id notification_id' },
  status_page: {
    ...linked,
    columns: `id slug title description icon theme published search_engine_index show_tags password footer_text custom_css
      google_analytics_tag_id analytics_id`,
  },
  status_page_cname: { ...linked, columns: 'status_page_id domain' },
  group: { ...linked, columns: 'id name weight status_page_id', where: 'status_page_id is not null' },
  monitor_group: { ...linked, columns: 'monitor_id group_id weight send_url' },
  incident: { ...linked, columns: 'status_page_id title content pin active' },
  maintenance: {
    ...linked,
    columns: `id title active strategy start_date end_date start_time end_time weekdays days_of_month interval_day timezone duration cron`,
  },
  monitor_maintenance: { ...linked, columns: 'monitor_id maintenance_id' },
  setting: { ...linked, columns: 'key value', where: "key in ('tlsExpiryNotifyDays', 'serverTimezone')" },
  stat_daily: {
    rowsMax: 400_000,
    orderBy: 'timestamp desc',
    columns: 'monitor_id timestamp ping ping_min ping_max up down',
  },
  heartbeat: {
    rowsMax: 100_000,
    orderBy: 'id desc',
    columns: 'monitor_id status time',
    where: 'important = 1',
  },
}

/**
 * What a database of Uptime Kuma holds, both as base64, read in a process of its own that ends after it, or after 30 seconds. `log` are its
 * last writes, which lie beside a database that runs. Throws `validation-failed` for what is no such database, and for a log of another one.
 */
export async function openKuma(content: string, log: string | null): Promise<KumaTables> {
  const bytes = Buffer.from(content, 'base64')
  const logBytes = Buffer.from(log ?? '', 'base64')
  if (bytes.length + logBytes.length > importBytesMax) refuse('too-large')
  if (!bytes.subarray(0, magic.length).equals(magic)) refuse('no-database')
  const answer = await read(bytes, logBytes)
  if ('fault' in answer) refuse(answer.fault, '/writeAheadLog')
  const found = answer
  if (found.monitor.length === 0) refuse('no-monitors')
  return found
}

function refuse(code: string, pointer = '/content'): never {
  throw new ProblemError('validation-failed', undefined, { errors: [{ pointer, code }] })
}

/** The reader gets nothing but its own files, the bytes, and no environment. */
function read(bytes: Buffer, log: Buffer): Promise<KumaTables | { readonly fault: string }> {
  const wanted = Object.entries(tables).map(([table, { columns, ...rest }]) => ({
    table,
    ...rest,
    columns: columns.split(/\s+/u),
  }))
  const limits = [`--max-old-space-size=${readerMegabytes}`, '--permission']
  const readable = [readerPath, logPath].map((path) => `--allow-fs-read=${path}`)
  const input = JSON.stringify({ databaseBytes: bytes.length, bytesMax: importBytesMax, wanted })
  const reader = spawn(process.execPath, [...limits, ...readable, '--no-warnings', readerPath, input], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: readerMs,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const fail = (code: string) => {
      reader.kill('SIGKILL')
      reject(new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/content', code }] }))
    }
    reader.once('error', reject)
    // It may end before it has taken everything; its answer tells then.
    reader.stdin.on('error', () => undefined)
    reader.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > answerBytesMax) fail('too-large')
    })
    reader.once('close', (code, signal) => {
      if (code !== 0) return fail(signal === null ? 'unreadable' : 'too-slow')
      return resolve(JSON.parse(Buffer.concat(chunks).toString()))
    })
    reader.stdin.write(bytes)
    reader.stdin.end(log)
  })
}
