/**
 * Puts the last writes of a database into it: while it runs, SQLite keeps them in a file beside it, the write-ahead log. Bytes in memory can
 * have no such file. The format is that of SQLite's documentation; nothing of it is trusted.
 */

const headerBytes = 32
const frameBytes = 24
const magic = 0x377f0682
/** No database that is read here has more. */
const pagesMax = 1_048_576

/** Why a log is none, or not that of this database. */
type LogFault = 'log-invalid' | 'log-unfit'
export class LogError extends Error {
  readonly code: LogFault
  constructor(code: LogFault) {
    super(code)
    this.code = code
  }
}

/**
 * The database with everything that was committed to its log. What was written last and never committed stays out, as does what an earlier
 * run of the log left behind. Throws `LogError` for a log that is none, has other pages, or does not begin where the database ends.
 */
export function withLog(database: Uint8Array, log: Uint8Array, bytesMax: number): Uint8Array {
  if (log.length === 0) return database
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength)
  if (log.length < headerBytes || (view.getUint32(0) & ~1) !== magic) throw new LogError('log-invalid')
  // The last bit says in which order the words of checksums are.
  const isLittle = (view.getUint32(0) & 1) === 0
  const pageBytes = view.getUint32(8)
  let sum = checksum(view, { from: 0, until: 24, isLittle, sum: [0, 0] })
  if (view.getUint32(4) !== 3_007_000 || sum[0] !== view.getUint32(24) || sum[1] !== view.getUint32(28))
    throw new LogError('log-invalid')
  if (pageBytes !== pageBytesOf(database)) throw new LogError('log-unfit')
  const waiting = new Map<number, number>()
  const committed = new Map<number, number>()
  let pages = Math.ceil(database.length / pageBytes)
  for (let at = headerBytes; at + frameBytes + pageBytes <= log.length; at += frameBytes + pageBytes) {
    if (view.getUint32(at + 8) !== view.getUint32(16) || view.getUint32(at + 12) !== view.getUint32(20)) break
    sum = checksum(view, { from: at, until: at + 8, isLittle, sum })
    sum = checksum(view, { from: at + frameBytes, until: at + frameBytes + pageBytes, isLittle, sum })
    if (sum[0] !== view.getUint32(at + 16) || sum[1] !== view.getUint32(at + 20)) break
    const [page, pagesAfter] = [view.getUint32(at), view.getUint32(at + 4)]
    if (page === 0 || page > pagesMax || pagesAfter > pagesMax) throw new LogError('log-invalid')
    waiting.set(page, at + frameBytes)
    if (pagesAfter === 0) continue
    pages = pagesAfter
    for (const [number, place] of waiting) committed.set(number, place)
    waiting.clear()
  }
  if (pages * pageBytes > bytesMax) throw new LogError('log-unfit')
  const whole = new Uint8Array(pages * pageBytes)
  whole.set(database.subarray(0, whole.length))
  for (let page = Math.ceil(database.length / pageBytes) + 1; page <= pages; page++)
    // A page that neither of them has: the log began after another state of the database.
    if (!committed.has(page)) throw new LogError('log-unfit')
  for (const [page, place] of committed)
    if (page <= pages) whole.set(log.subarray(place, place + pageBytes), (page - 1) * pageBytes)
  return whole
}

function pageBytesOf(database: Uint8Array): number {
  const bytes = new DataView(database.buffer, database.byteOffset).getUint16(16)
  return bytes === 1 ? 65_536 : bytes
}

type Sum = readonly [number, number]

function checksum(
  view: DataView,
  { from, until, isLittle, sum: [first, second] }: { from: number; until: number; isLittle: boolean; sum: Sum },
): Sum {
  for (let at = from; at + 8 <= until; at += 8) {
    first = (first + view.getUint32(at, isLittle) + second) >>> 0
    second = (second + view.getUint32(at + 4, isLittle) + first) >>> 0
  }
  return [first, second]
}
