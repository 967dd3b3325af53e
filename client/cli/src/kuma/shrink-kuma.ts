import { existsSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Fault } from '../fault.ts'
import { hasFlag, type Line } from '../operations/read-flags.ts'
import type { Terminal } from '../terminal.ts'

/** What an import reads, and of it only what it needs: users, keys and single heartbeats stay where they are. */
const tables: Readonly<Record<string, string>> = {
  monitor: '',
  tag: '',
  monitor_tag: '',
  notification: '',
  monitor_notification: '',
  status_page: '',
  status_page_cname: '',
  group: '',
  monitor_group: '',
  incident: '',
  maintenance: '',
  monitor_maintenance: '',
  setting: `where key in ('tlsExpiryNotifyDays', 'serverTimezone')`,
  stat_daily: '',
  heartbeat: 'where important = 1',
}

/**
 * `bollard kuma-shrink KUMA.DB SMALL.DB`: copies what an import needs out of a database of Uptime Kuma, with its last writes where it runs,
 * into a new one. The database is only read. Nothing is sent anywhere.
 */
export async function shrinkKuma(terminal: Terminal, line: Line): Promise<number> {
  const [from, to, extra] = line.words
  if (from === undefined || to === undefined || extra !== undefined)
    throw new Fault('usage', 'files-required', 'Name the database and the file to write.', {
      advice: 'bollard kuma-shrink kuma.db small.db',
    })
  const [source, target] = [resolve(terminal.cwd, from), resolve(terminal.cwd, to)]
  if (!existsSync(source)) throw new Fault('not-found', 'file-not-found', `There is no file "${from}".`)
  if (existsSync(target)) throw new Fault('conflict', 'file-exists', `There is a file "${to}" already.`)
  // Under another name until it is whole.
  const part = `${target}.part`
  try {
    await copy(source, part)
    await rename(part, target)
  } finally {
    await rm(part, { force: true })
  }
  const [before, after] = [source, target].map((path) => statSync(path).size)
  if (hasFlag(line, 'json')) terminal.write(`${JSON.stringify({ file: target, bytesBefore: before, bytes: after })}\n`)
  else terminal.write(`Wrote ${to}: ${after} of ${before} bytes. It still has the secrets of checks and channels.\n`)
  return 0
}

async function copy(source: string, part: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new Fault('failed', 'node-too-old', 'This command needs Node 22.13 or newer.')
  })
  await rm(part, { force: true })
  // Secrets of checks and channels are in it.
  await writeFile(part, '', { mode: 0o600, flag: 'wx' })
  const database = new DatabaseSync(part)
  try {
    database.prepare('attach database ? as source').run(`${pathToFileURL(source).href}?mode=ro`)
    const known = new Set(
      database
        .prepare(`select name from source.sqlite_schema where type = 'table'`)
        .all()
        .map(({ name }) => String(name)),
    )
    if (!known.has('monitor')) throw new Fault('usage', 'no-monitors', 'This is no database of Uptime Kuma.')
    // One look at a database that is being written.
    database.exec('begin')
    for (const [table, where] of Object.entries(tables))
      if (known.has(table)) database.exec(`create table main."${table}" as select * from source."${table}" ${where}`)
    database.exec('commit')
  } catch (error) {
    if (error instanceof Fault) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Fault('usage', 'database-unreadable', `The database can't be read: ${reason}.`)
  } finally {
    database.close()
  }
}
