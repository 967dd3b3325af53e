/**
 * The seed of all random tests: `TEST_SEED`, else always the same one. So a run that failed fails again, and one that passed
 * passes again; the nightly run takes the date and looks at other inputs each day.
 */
export const seed = wholeNumber('TEST_SEED', 20_260_101)

const factor = process.env['TEST_RUNS'] ? wholeNumber('TEST_RUNS', 1) : 1 / 8

/** How many inputs a property is held against: an eighth of `count`, which are the same in each run, or `TEST_RUNS` times `count`. */
export function runs(count: number): number {
  return Math.ceil(count * factor)
}

/** The time that a test has for what takes `ms` with a TEST_RUNS of 1, in milliseconds. */
export function timeLimit(ms: number): number {
  return ms * Math.max(1, factor)
}

/**
 * A generator of numbers in [0, 1) that gives the same ones in every run of one seed (sfc32, which passes PractRand).
 * The name, such as what is drawn, makes it independent of all others: a test that draws more or less moves no other.
 */
export function seededRandom(name: string): () => number {
  let [a, b, c, count] = [seed, ...hash(name), 1]
  const next = () => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  // The first numbers still show the state that it began with.
  for (let round = 0; round < 15; round += 1) next()
  return next
}

/** The same as bytes, for what calls for `randomBytes` of node:crypto. */
export function seededBytes(name: string): (count: number) => Buffer {
  const random = seededRandom(name)
  return (count) => Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)))
}

/** 64 bits of a text: FNV-1a from two beginnings. */
function hash(text: string): [number, number] {
  let [low, high] = [0x81_1c_9d_c5, 0x9e_37_79_b9]
  for (const byte of new TextEncoder().encode(text)) {
    low = Math.imul(low ^ byte, 0x01_00_01_93)
    high = Math.imul(high ^ byte, 0x01_00_01_93)
  }
  return [low, high]
}

function wholeNumber(variable: string, otherwise: number): number {
  const text = process.env[variable]
  if (text === undefined || text === '') return otherwise
  // fast-check takes seeds of 32 bits.
  if (!/^[1-9]\d{0,8}$/u.test(text))
    throw new Error(`${variable} must be a whole number of up to 9 digits, not "${text}"`)
  return Number(text)
}
