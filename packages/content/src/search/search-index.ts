import MiniSearch, { type Options } from 'minisearch'
import { synonyms } from './synonyms.ts'

/** One passage of a page that can be found. */
export interface SearchEntry {
  /** Address without the language, with the anchor of the passage: `/guides/widget#events`. */
  readonly path: string
  /** Title of the page. */
  readonly title: string
  /** Heading of the passage; empty for the beginning of a page. */
  readonly heading: string
  /** Where it is: the title of the section. */
  readonly section: string
  readonly text: string
}

/** What is shown of an entry that was found. */
export interface SearchHit {
  readonly path: string
  readonly title: string
  readonly heading: string
  readonly section: string
}

interface StoredEntry extends SearchEntry {
  readonly id: number
}

/** Letters, digits and what names of code are written with; `siteverify`, `bollard-solved` and `rate_limited` are words. */
const separators = /[^\p{L}\p{N}_-]+/u

const options: Options<StoredEntry> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['path', 'title', 'heading', 'section'],
  tokenize: (text) => text.split(separators).flatMap(partsOf),
  processTerm: (term) => plainTerm(term),
}

const words = {
  boost: { title: 6, heading: 4, text: 1 },
  // A word that is still being typed, and one or two slips in a longer one.
  prefix: (term: string) => term.length > 1,
  fuzzy: (term: string) => (term.length < 4 ? 0 : term.length < 8 ? 1 : 2),
  weights: { prefix: 0.5, fuzzy: 0.2 },
}

/** Nobody types more; each word costs time. */
const queryMax = 200

export type SearchIndex = MiniSearch<StoredEntry>

/** The index of one language. Made in pieces, since a server that makes it has other things to do meanwhile. */
export async function createSearchIndex(entries: readonly SearchEntry[]): Promise<SearchIndex> {
  const index = new MiniSearch<StoredEntry>(options)
  const numbered = entries.map((entry, id) => ({ ...entry, id }))
  await index.addAllAsync(numbered, { chunkSize: 40 })
  return index
}

/** As text to send to browsers. */
export function writeSearchIndex(index: SearchIndex): string {
  return JSON.stringify(index)
}

/** What `writeSearchIndex` has written. */
export function readSearchIndex(json: string): SearchIndex {
  return MiniSearch.loadJSON<StoredEntry>(json, options)
}

/** The best hits, at most two of a page. All words are looked for first; where no passage has all of them, any will do. */
export function search(index: SearchIndex, query: string, limit = 12): SearchHit[] {
  const asked = query.slice(0, queryMax)
  const all = index.search(asked, { ...words, combineWith: 'AND' })
  const meant = all.length > 0 ? asked : inOtherWords(index, asked)
  // Of one word, all words and any word are the same.
  const isOver = all.length > 0 || !/\S\s+\S/u.test(meant)
  const found = isOver && meant === asked ? all : index.search(meant, { ...words, combineWith: 'OR' })
  const perPage = new Map<string, number>()
  const hits: SearchHit[] = []
  for (const hit of found) {
    if (hits.length === limit) break
    const page = String(hit['path']).split('#', 1)[0] ?? ''
    const earlier = perPage.get(page) ?? 0
    if (earlier === 2) continue
    perPage.set(page, earlier + 1)
    hits.push({
      path: String(hit['path']),
      title: String(hit['title']),
      heading: String(hit['heading']),
      section: String(hit['section']),
    })
  }
  return hits
}

/** The query with words of articles for those that articles do not have, swapped letters put right, and compounds by their parts. */
function inOtherWords(index: SearchIndex, query: string): string {
  return query
    .split(separators)
    .map((word) => synonyms[plainTerm(word) ?? ''] ?? unswapped(index, word) ?? partsOfCompound(index, word))
    .join(' ')
}

/** A word that something has, if two letters beside each other change places: *tokne* is *token*. To a fuzzy search that is two slips. */
function unswapped(index: SearchIndex, word: string): string | undefined {
  if (word.length < 4 || word.length > 30 || index.search(word, words).length > 0) return undefined
  const letters = [...word]
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
    .find((candidate) => index.search(candidate, { fuzzy: false, prefix: false }).length > 0)
}

/** Of a compound that nothing has, the longest beginning that something has, and the rest: *Schriftart* is *Schrift* and *art*. */
function partsOfCompound(index: SearchIndex, word: string): string {
  if (word.length < 8 || index.search(word, words).length > 0) return word
  for (let end = word.length - 3; end >= 4; end -= 1) {
    const begin = word.slice(0, end)
    if (index.search(begin, { fuzzy: false, prefix: false }).length > 0) return `${begin} ${word.slice(end)}`
  }
  return word
}

/** A name with its parts: `retry-after` is found by "after", too. */
function partsOf(word: string): string[] {
  const parts = word.split(/[-_]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '')
  return parts.length > 1 ? [word, ...parts] : parts
}

/** Without case and accents; ä, ö, ü and ß as people type them on other keyboards, ae, oe, ue and ss, are the same. */
function plainTerm(term: string): string | null {
  const plain = term
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
  return plain === '' ? null : plain
}
