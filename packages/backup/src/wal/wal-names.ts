/** A segment of the write-ahead log: its timeline, and its position in units of its size. */
export interface Segment {
  readonly timeline: number
  readonly position: bigint
}

/** The built-in database is made with segments of this size; another one is refused when a backup begins. */
export const segmentBytes = 16 * 1024 ** 2
const perLog = 0x1_0000_0000n / BigInt(segmentBytes)

/** What PostgreSQL archives: segments, those cut short by a change of timeline, histories of timelines, and labels of backups. */
export const archivedName = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/u

/** Null for what is no whole segment. */
export function readSegmentName(name: string): Segment | null {
  if (!/^[0-9A-F]{24}$/u.test(name)) return null
  const [timeline, log, segment] = [name.slice(0, 8), name.slice(8, 16), name.slice(16)].map((part) =>
    BigInt(`0x${part}`),
  )
  if (timeline === undefined || log === undefined || segment === undefined || segment >= perLog) return null
  return { timeline: Number(timeline), position: log * perLog + segment }
}

export function segmentName({ timeline, position }: Segment): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(BigInt(timeline)) + hex(position / perLog) + hex(position % perLog)
}

/** A position in the log as PostgreSQL writes it, such as `0/2000028`, in bytes. */
export function readLsn(lsn: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/iu.exec(lsn) ?? []
  if (high === undefined || low === undefined) throw new Error(`${lsn} is no position in the write-ahead log`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The segment that holds the byte at this position. */
export function segmentAt(timeline: number, lsn: bigint): Segment {
  return { timeline, position: lsn / BigInt(segmentBytes) }
}

/** Where a timeline begins: it shares all before with the one it left. */
export interface TimelineStart {
  readonly timeline: number
  readonly from: bigint
}

/**
 * The timelines that lead to `timeline`, the oldest first, as its history file lists them: each line names one and where it was
 * left. Text without such lines is no history of more than one.
 */
export function readHistory(timeline: number, text: string): TimelineStart[] {
  const starts: TimelineStart[] = []
  let from = 0n
  for (const [, former, lsn] of text.matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gimu)) {
    starts.push({ timeline: Number(former), from })
    from = readLsn(lsn ?? '')
  }
  return [...starts, { timeline, from }]
}

/** On which timeline a history has what was written at this position. The new timeline of a restore to a moment may begin before its parents do. */
export function timelineAt(history: readonly TimelineStart[], lsn: bigint): number | null {
  return history.findLast(({ from }) => from <= lsn)?.timeline ?? null
}

/**
 * The segments that a restore from `first` needs, the oldest first, up to the newest that is there on the last timeline; and those
 * among them that are missing. `history` leads from the timeline of the backup to the newest one.
 */
export function followSegments(
  first: Segment,
  history: readonly TimelineStart[],
  there: ReadonlySet<string>,
): { readonly found: readonly string[]; readonly missing: readonly string[] } {
  const last = history.at(-1)?.timeline ?? first.timeline
  const newest = [...there]
    .map(readSegmentName)
    .reduce((most, one) => (one?.timeline === last && one.position > most ? one.position : most), first.position - 1n)
  const names: string[] = []
  for (let position = first.position; position <= newest; position += 1n) {
    const start = history.findLast(({ from }) => from / BigInt(segmentBytes) <= position)
    names.push(segmentName({ timeline: start?.timeline ?? first.timeline, position }))
  }
  const lost = names.findIndex((name) => !there.has(name))
  const found = lost === -1 ? names : names.slice(0, lost)
  return { found, missing: names.filter((name) => !there.has(name)) }
}

/** What the first page of a segment says of itself. */
export interface SegmentHeader {
  readonly segment: Segment
  readonly systemIdentifier: string
}

/** Null where the bytes don't begin like a segment. PostgreSQL writes in the order of the processor, which is the same everywhere today. */
export function readSegmentHeader(content: Buffer): SegmentHeader | null {
  if (content.length !== segmentBytes) return null
  const isLong = (content.readUInt16LE(2) & 0x0002) !== 0
  if (!isLong || content.readUInt32LE(32) !== segmentBytes) return null
  return {
    segment: segmentAt(content.readUInt32LE(4), content.readBigUInt64LE(8)),
    systemIdentifier: content.readBigUInt64LE(24).toString(),
  }
}
