import { createKeyedHash } from './keyed-hash.ts'
import { nextTurn } from './turns.ts'
import { readText, wordsOf } from './words.ts'

/**
 * What a customer's own mail has taught. Words are kept as keyed hashes alone, so that nothing that was written can be
 * read from it.
 */
export interface SpamState {
  readonly version: 1
  /** Messages that were learned, by class. */
  readonly spam: number
  readonly ham: number
  /** For each hash of a word or a pair of words: messages with it, of spam and of ham. */
  readonly tokens: readonly (readonly [hash: number, spam: number, ham: number])[]
  /** For each hash of an author: messages of theirs that count. */
  readonly authors: readonly (readonly [hash: number, messages: number])[]
}

export interface SpamScore {
  /**
   * 0 is surely wanted and 1 surely spam; what is between 0.2 and 0.9 is neither. Null before enough has been learned.
   */
  readonly score: number | null
  /** What told most, the most telling first, each with how much of the mail with it is spam. */
  readonly telling: readonly { readonly words: string; readonly share: number }[]
}

export type MailClass = 'SPAM' | 'HAM'

export interface SpamFilter {
  /** Of a long text piece by piece, with a turn of the event loop between them. */
  judge(text: string): Promise<SpamScore>
  /** False where nothing was learned, since this author has taught as much as one may. */
  learn(text: string, is: MailClass, author?: string): boolean
  /** Takes back what `learn` of the same text did; for a message that somebody puts into the other class. */
  forget(text: string, is: MailClass, author?: string): void
  /**
   * Adds what another filter of the same key learned, such as that of another process or site. Authors' messages count
   * together.
   */
  merge(other: SpamState): void
  state(): SpamState
}

/** Messages of each class without which nothing is said. */
export const learnedMin = 10
/** Tokens that are kept; the rarest go first. 50,000 are about 2 MB in memory. */
const tokensMax = 50_000
const authorsMax = 10_000
/** As many messages of one author count, so that nobody can teach a filter by sending much. */
const messagesOfAuthorMax = 5
const tellingMax = 150
/** Words that are judged together: a longer text piece by piece, or padding would drown a message in it. */
const pieceWords = 2_000
/** Tokens of one message that are learned, so that a long one does not drive out what others taught. */
const learnedMax = 2 * pieceWords
/** Words that neighbouring pieces share, so that no message is parted. */
const sharedWords = 200
/** Robinson's: how much a token must be seen before its own share counts more than an even one. */
const strength = 0.45
const even = 0.5
/** Tokens that are this near to even tell nothing. */
const tellingMin = 0.1

/**
 * A filter for one customer: Robinson's combination of Graham's word shares by Fisher's method ("A Statistical Approach
 * to the Spam Problem", Linux Journal 107, 2003; as in SpamBayes), over words and pairs of words, each counted once a
 * message. `key` hashes words and authors and must be the same as long as the state lives. Throws a RangeError for a
 * state of another version.
 */
export function createSpamFilter(key: string | Buffer, state?: SpamState): SpamFilter {
  if (state !== undefined && state.version !== 1)
    throw new RangeError('spam-state-version: the state is of another version')
  let [spam, ham] = [state?.spam ?? 0, state?.ham ?? 0]
  const tokens = new Map(state?.tokens.map(([hash, ofSpam, ofHam]) => [hash, { spam: ofSpam, ham: ofHam }]))
  const authors = new Map(state?.authors)

  // 48 bits are a whole number of JavaScript, and two of 50,000 are the same once in 200,000 filters.
  const digestOf = createKeyedHash(key)
  const hashOf = (text: string): number => digestOf(text).readUIntBE(0, 6)

  function shareOf(hash: number): number {
    const token = tokens.get(hash)
    if (token === undefined) return even
    // Of messages of its class, so that a customer with much spam does not find every word spammy.
    const [ofSpam, ofHam] = [token.spam / Math.max(1, spam), token.ham / Math.max(1, ham)]
    const seen = token.spam + token.ham
    return (strength * even + seen * (ofSpam / (ofSpam + ofHam))) / (strength + seen)
  }

  function change(text: string, is: MailClass, by: 1 | -1): void {
    if (is === 'SPAM') spam = Math.max(0, spam + by)
    else ham = Math.max(0, ham + by)
    for (const hash of learnedOf(text)) {
      const one = tokens.get(hash) ?? { spam: 0, ham: 0 }
      if (is === 'SPAM') one.spam = Math.max(0, one.spam + by)
      else one.ham = Math.max(0, one.ham + by)
      if (one.spam + one.ham === 0) tokens.delete(hash)
      else tokens.set(hash, one)
    }
    bound()
  }

  /**
   * Of a long message those with the least hashes: from all of it, so that nothing is hidden behind padding, and the same
   * ones of a passage wherever it stands.
   */
  function learnedOf(text: string): Iterable<number> {
    const hashes = new Set([...tokensOf(wordsOf(readText(text).text))].map(hashOf))
    return hashes.size <= learnedMax ? hashes : Float64Array.from(hashes).sort().subarray(0, learnedMax)
  }

  function bound(): void {
    if (tokens.size > tokensMax) prune(tokens, ({ spam: ofSpam, ham: ofHam }) => ofSpam + ofHam, tokensMax * 0.8)
    if (authors.size > authorsMax) prune(authors, (count) => count, authorsMax * 0.8)
  }

  function judgePiece(words: readonly string[]): SpamScore {
    const telling = [...tokensOf(words)]
      .map((token) => ({ words: token, share: shareOf(hashOf(token)) }))
      .filter(({ share }) => Math.abs(share - even) >= tellingMin)
      .toSorted((one, other) => Math.abs(other.share - even) - Math.abs(one.share - even))
      .slice(0, tellingMax)
    if (telling.length === 0) return { score: even, telling: [] }
    return { score: combine(telling.map(({ share }) => share)), telling: telling.slice(0, 8) }
  }

  return {
    async judge(text) {
      if (spam < learnedMin || ham < learnedMin) return { score: null, telling: [] }
      const [first = [], ...others] = piecesOf(text)
      let worst = judgePiece(first)
      for (const piece of others) {
        await nextTurn()
        const judged = judgePiece(piece)
        if ((judged.score ?? 0) > (worst.score ?? 0)) worst = judged
      }
      return worst
    },
    learn(text, is, author) {
      if (author !== undefined) {
        const hash = hashOf(`author ${author}`)
        const messages = authors.get(hash) ?? 0
        if (messages >= messagesOfAuthorMax) return false
        authors.set(hash, messages + 1)
      }
      change(text, is, 1)
      return true
    },
    forget(text, is, author) {
      change(text, is, -1)
      if (author === undefined) return
      const hash = hashOf(`author ${author}`)
      const messages = (authors.get(hash) ?? 0) - 1
      if (messages > 0) authors.set(hash, messages)
      else authors.delete(hash)
    },
    merge(other) {
      spam += other.spam
      ham += other.ham
      for (const [hash, ofSpam, ofHam] of other.tokens) {
        const one = tokens.get(hash) ?? { spam: 0, ham: 0 }
        tokens.set(hash, { spam: one.spam + ofSpam, ham: one.ham + ofHam })
      }
      for (const [hash, messages] of other.authors) authors.set(hash, (authors.get(hash) ?? 0) + messages)
      bound()
    },
    state: () => ({
      version: 1,
      spam,
      ham,
      tokens: [...tokens].map(([hash, one]) => [hash, one.spam, one.ham] as const),
      authors: [...authors],
    }),
  }
}

/** The words of a text in pieces that overlap; one at least. */
function piecesOf(text: string): string[][] {
  const words = wordsOf(readText(text).text)
  const pieces = [words.slice(0, pieceWords)]
  for (let from = pieceWords - sharedWords; from + sharedWords < words.length; from += pieceWords - sharedWords)
    pieces.push(words.slice(from, from + pieceWords))
  return pieces
}

/** Words and pairs of neighbours, each once. */
function tokensOf(words: readonly string[]): Set<string> {
  const tokens = new Set(words)
  for (let index = 0; index + 1 < words.length; index += 1) tokens.add(`${words[index]} ${words[index + 1]}`)
  return tokens
}

/** How sure the shares together are of spam, by Fisher's method from both sides. */
function combine(shares: readonly number[]): number {
  let [ofSpam, ofHam] = [0, 0]
  for (const share of shares) {
    ofSpam += Math.log(1 - share)
    ofHam += Math.log(share)
  }
  const freedom = 2 * shares.length
  const [spamminess, hamminess] = [1 - chiSquareAbove(-2 * ofSpam, freedom), 1 - chiSquareAbove(-2 * ofHam, freedom)]
  return (1 + spamminess - hamminess) / 2
}

/** The probability that a chi-square of an even number of degrees of freedom is above `value`. */
function chiSquareAbove(value: number, freedom: number): number {
  const half = value / 2
  let term = Math.exp(-half)
  let sum = term
  for (let index = 1; index < freedom / 2; index += 1) {
    term *= half / index
    sum += term
  }
  return Math.min(1, sum)
}

function prune<Value>(map: Map<number, Value>, weigh: (value: Value) => number, size: number): void {
  const rarest = [...map].toSorted(([, one], [, other]) => weigh(one) - weigh(other))
  for (const [hash] of rarest.slice(0, map.size - size)) map.delete(hash)
}
