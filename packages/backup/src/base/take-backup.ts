import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { formatVersion, idOf, manifestPath, manifestSchema, type Facts, type Manifest } from '../manifest.ts'
import type { Sealing } from '../sealing.ts'
import type { Target } from '@bollard/object-storage'
import { archivedPath } from '../wal/archive.ts'
import { readLsn, segmentAt, segmentBytes, segmentName } from '../wal/wal-names.ts'
import { listCluster } from './cluster-files.ts'
import { type Extra, writeArchive } from './write-archive.ts'

/** One connection, with which work of one moment is done. */
export type Session = Pick<Client, 'query'>

/** The backup can't be taken. The message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export interface BackupOptions {
  /** Of the owner of the running database, which archives its log to the same target. */
  readonly connectionString: string
  readonly target: Target
  readonly sealing: Sealing
  /** Of Bollard. */
  readonly release: string
  /** Begins at once, with a burst of writes; otherwise PostgreSQL spreads them over minutes. */
  readonly fast: boolean
  measure(session: Session): Promise<Facts>
  /** For how long the archive may not advance. */
  readonly archiveMsMax?: number
}

/** Takes a base backup of the running database. It holds nobody up, and isn't one before its manifest is stored, which is last. */
export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  // Both functions must be called by one session, and the backup ends with it.
  const client = new Client({ connectionString: options.connectionString, application_name: 'bollard backup' })
  let lost: Error | undefined
  client.on('error', (error) => void (lost = error))
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    return await take(options, client)
  } catch (error) {
    throw lost === undefined ? error : new BackupError(`The database ended during the backup: ${lost.message}`)
  } finally {
    await client.end().catch(() => {})
  }
}

async function take(options: BackupOptions, client: Client): Promise<Manifest> {
  const { target, sealing } = options
  const server = await describeServer(client)
  const startedAt = new Date()
  const id = idOf(startedAt)
  if (await target.has(manifestPath(id))) throw new BackupError(`There is a backup ${id} already.`)
  const name = `bollard-${id}`
  const [start] = (
    await client.query<{ lsn: string; timeline: number }>(
      `select lsn::text, (select timeline_id from pg_control_checkpoint()) as timeline from pg_backup_start($1, $2) as lsn`,
      [name, options.fast],
    )
  ).rows
  if (start === undefined) throw new BackupError('PostgreSQL did not begin the backup.')
  const listing = await listCluster(server.folder)
  if (listing.tablespaces.length > 0)
    throw new BackupError('The database has tablespaces outside of its folder, which this backup would miss.')
  let stop: Manifest['stop'] | undefined
  const { files, parts } = await writeArchive({
    id,
    cluster: server.folder,
    listing,
    at: startedAt,
    target,
    sealing,
    stop: async () => {
      const ended = await endBackup(client)
      stop = ended.stop
      return ended.extras
    },
  })
  if (stop === undefined) throw new BackupError('PostgreSQL did not end the backup.')
  const before = await options.measure(client)
  const [point] = (await client.query<{ lsn: string; at: Date }>(pointSql, [name])).rows
  if (point === undefined) throw new BackupError('PostgreSQL named no point of its log.')
  const after = await options.measure(client)
  await client.query('select pg_switch_wal()')
  await waitForArchive(options, client, start.timeline, readLsn(start.lsn), readLsn(point.lsn))
  const manifest = {
    format: formatVersion,
    id,
    release: options.release,
    postgres: { version: server.version, major: server.major, systemIdentifier: server.systemIdentifier },
    timeline: start.timeline,
    start: { lsn: start.lsn, at: startedAt.toISOString() },
    stop: { lsn: stop.lsn, at: stop.at.toISOString() },
    point: { lsn: point.lsn, at: point.at.toISOString(), name },
    parts,
    files,
    facts: { before, after },
  }
  const read = manifestSchema.parse(manifest)
  await target.put(manifestPath(id), await sealing.seal(Buffer.from(JSON.stringify(manifest))))
  return read
}

const pointSql = `select pg_create_restore_point($1)::text as lsn, clock_timestamp() as at`

async function describeServer(client: Client) {
  const [row] = (
    await client.query<{
      folder: string
      version: string
      major: string
      archives: string
      segment: number
      systemIdentifier: string
      isReplica: boolean
    }>(`select current_setting('data_directory') as folder, current_setting('server_version') as version,
      (current_setting('server_version_num')::int / 10000)::text as major, current_setting('archive_mode') as archives,
      (select setting::int from pg_settings where name = 'wal_segment_size') as segment, pg_is_in_recovery() as "isReplica",
      (select system_identifier::text from pg_control_system()) as "systemIdentifier"`)
  ).rows
  if (row === undefined) throw new BackupError('The database does not answer.')
  if (row.isReplica) throw new BackupError('The database is being restored. Back it up when that has ended.')
  if (row.archives === 'off')
    throw new BackupError(
      'The running Bollard archives no log, because it was started without BACKUP_TARGET and BACKUP_KEY. Set both and start it again.',
    )
  if (row.segment !== segmentBytes) throw new BackupError(`Segments of ${row.segment} bytes are not supported.`)
  return row
}

async function endBackup(client: Client): Promise<{ stop: Manifest['stop']; extras: Extra[] }> {
  const [ended] = (
    await client.query<{ lsn: string; label: string; map: string }>(
      `select lsn::text, labelfile as label, spcmapfile as map from pg_backup_stop(wait_for_archive => false)`,
    )
  ).rows
  if (ended === undefined) throw new BackupError('PostgreSQL did not end the backup.')
  const extras = [{ path: 'backup_label', content: ended.label }]
  if (ended.map.trim() !== '') extras.push({ path: 'tablespace_map', content: ended.map })
  return { stop: { lsn: ended.lsn, at: new Date() }, extras }
}

const lookMs = 200

/** A backup without the log that was written meanwhile can't be restored. */
async function waitForArchive(
  { target, archiveMsMax = 600_000 }: BackupOptions,
  client: Client,
  timeline: number,
  from: bigint,
  to: bigint,
): Promise<void> {
  let waited = 0
  // The point may be the last bytes of a segment, or the first of the next one.
  for (
    let position = segmentAt(timeline, from).position;
    position <= (to - 1n) / BigInt(segmentBytes);
    position += 1n
  ) {
    const name = segmentName({ timeline, position })
    for (; !(await target.has(archivedPath(name))); waited += lookMs) {
      const [state] = (
        await client.query<{ archived: string | null; failed: string | null }>(
          'select last_archived_wal as archived, last_failed_wal as failed from pg_stat_archiver',
        )
      ).rows
      if (waited > archiveMsMax)
        throw new BackupError(
          state?.failed === name
            ? `The log isn't being archived: PostgreSQL fails with ${name}. Its reason is in the log of Bollard.`
            : `${name} didn't reach ${target.name}. Does the running Bollard have the same BACKUP_TARGET?`,
        )
      // It went somewhere else.
      if ((state?.archived ?? '').slice(0, 24) > name && waited > archiveMsMax / 20)
        throw new BackupError(`The running Bollard archives its log elsewhere: ${name} isn't in ${target.name}.`)
      await pause(lookMs)
    }
  }
}
