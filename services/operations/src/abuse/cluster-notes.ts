import type { Actor, Call } from '@bollard/access'
import { formatNetwork, parseNetwork } from '@bollard/addresses'
import { type ClusterKind, type ClusterNote, type ClusterNoteNew, clusterNoteDaysMax } from '@bollard/contracts'
import type { RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { recordOperation } from '../record-operation.ts'

type NoteContext = Pick<OperationsContext, 'db' | 'now' | 'newId'>

/** What operators know of clusters of a kind at the moment, by their values. */
export async function findClusterNotes(
  { db, now }: Pick<OperationsContext, 'db' | 'now'>,
  by: ClusterKind,
  values: readonly string[],
): Promise<ReadonlyMap<string, ClusterNote>> {
  const rows = await db.query('operations-cluster-notes', listSql, [by, values, now()])
  return new Map(rows.map((row) => [row.value, describe(row)]))
}

/** Marks a cluster as checked, in place of an earlier mark. Throws `validation-failed` for a value that is none of its kind, and a day that is not to come or too far. */
export async function noteCluster(
  { db, now, newId }: NoteContext,
  actor: Actor,
  input: ClusterNoteNew,
  call: Call,
): Promise<ClusterNote> {
  const at = now()
  const value = valueOf(input)
  const until = new Date(input.until)
  if (until <= at) refuse('/until', 'in-the-past', 'A mark ends later than now.')
  if (until.getTime() > at.getTime() + clusterNoteDaysMax * 86_400_000)
    refuse('/until', 'too-late', `A mark lasts ${clusterNoteDaysMax} days at most.`)
  return db.transaction(async (tx) => {
    // Of two at once the later one stays.
    await tx.query(
      'operations-cluster-note-turn',
      `select pg_advisory_xact_lock(hashtext('operations.cluster_notes'))`,
      [],
    )
    await tx.query('operations-cluster-note-end', endSql, [input.by, value, at])
    const values = [newId(), input.by, value, input.note, actor.userId, at, until]
    const [row] = await tx.query('operations-cluster-note-add', addSql, values)
    if (row === undefined) throw new Error('An insert gave no row')
    const after = { by: input.by, value, note: input.note, until: until.toISOString() }
    await recordOperation(tx, actor, call, at, {
      action: 'cluster.noted',
      target: { kind: 'cluster', id: value },
      after,
    })
    return describe(row)
  })
}

/** Removes the mark of a cluster. Nothing happens where there is none. */
export async function removeClusterNote(
  { db, now }: NoteContext,
  actor: Actor,
  input: Pick<ClusterNoteNew, 'by' | 'value'>,
  call: Call,
): Promise<void> {
  const at = now()
  const value = valueOf(input)
  await db.transaction(async (tx) => {
    const ended = await tx.query('operations-cluster-note-end', endSql, [input.by, value, at])
    if (ended.length === 0) return
    const target = { kind: 'cluster', id: value }
    await recordOperation(tx, actor, call, at, {
      action: 'cluster.note-removed',
      target,
      after: { by: input.by, value },
    })
  })
}

/** A value as clusters have it. */
function valueOf({ by, value }: Pick<ClusterNoteNew, 'by' | 'value'>): string {
  if (by === 'OPERATOR' && !/^\d{1,10}$/u.test(value))
    refuse('/value', 'invalid', 'Give the number of a network operator.')
  if (by !== 'NETWORK') return value
  const network = parseNetwork(value)
  return network === null
    ? refuse('/value', 'invalid', 'Give a network such as 203.0.113.0/24.')
    : formatNetwork(network)
}

function refuse(pointer: string, code: string, detail: string): never {
  throw new ProblemError('validation-failed', detail, { errors: [{ pointer, code }] })
}

function describe({ note, notedBy, notedAt, until }: RowOf<'operations-cluster-note-add'>): ClusterNote {
  return { note, notedBy, notedAt: notedAt.toISOString(), until: until.toISOString() }
}

const columns = `value, note, noted_by as "notedBy", noted_at as "notedAt", until`
const listSql = `select ${columns} from operations.cluster_notes
  where kind = $1 and value = any($2::text[]) and ended_at is null and until > $3`
const endSql = `update operations.cluster_notes set ended_at = $3 where kind = $1 and value = $2 and ended_at is null returning id`
const addSql = `insert into operations.cluster_notes (id, kind, value, note, noted_by, noted_at, until)
  values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`
