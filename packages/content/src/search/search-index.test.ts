import { expect, test } from 'vitest'
import { createSearchIndex, readSearchIndex, search, type SearchEntry, writeSearchIndex } from './search-index.ts'

const entry = (path: string, title: string, text: string, heading = ''): SearchEntry => ({
  path,
  title,
  heading,
  section: 'Guides',
  text,
})
const entries = [
  entry('/guides/widget', 'The widget', 'One script and one element.'),
  entry('/guides/widget#events', 'The widget', 'bollard-solved has the token.', 'Events'),
  entry('/guides/widget#looks', 'The widget', 'Colours of the widget element.', 'Looks'),
  entry('/guides/policies', 'Content policies', 'What script-src and connect-src need for the widget.'),
  entry('/betrieb/groesse', 'Größe und Maß', 'Wie groß der Server ist. maxAttempts, Retry-After'),
]
const index = await createSearchIndex(entries)
const paths = (query: string, limit?: number) => search(index, query, limit).map(({ path }) => path)

test.for([
  ['a beginning', 'poli', '/guides/policies'],
  ['a slip in a word', 'polcies', '/guides/policies'],
  ['two slips in a longer one', 'contnet polices', '/guides/policies'],
  ['two letters that changed places', 'tokne', '/guides/widget#events'],
  ['another case', 'EVENTS', '/guides/widget#events'],
  ['a part of a name', 'solved', '/guides/widget#events'],
  ['a whole name', 'bollard-solved', '/guides/widget#events'],
  ['a part of camelCase', 'attempts', '/betrieb/groesse'],
  ['no umlauts', 'groesse', '/betrieb/groesse'],
  ['umlauts without dots', 'große', '/betrieb/groesse'],
] as const)('%s is found', ([, query, path]) => {
  expect(paths(query)[0]).toBe(path)
})

test('a page fills no list alone, and where no passage has all words any will do', () => {
  expect(paths('widget').filter((path) => path.startsWith('/guides/widget')).length).toBe(2)
  expect(paths('policies zzzzzzzz')[0]).toBe('/guides/policies')
  expect(paths('widget', 1).length).toBe(1)
})

test.for(['', ' ', '☃', 'xyzzyqwv', '()*+?[]{}^$\\', "'; drop table", 'a'.repeat(10_000)])(
  '%j finds nothing and does no harm',
  (query) => {
    expect(paths(query)).toEqual([])
  },
)

test('what is sent to browsers finds the same', () => {
  const sent = readSearchIndex(writeSearchIndex(index))
  for (const query of ['polcies', 'events', 'groesse']) expect(search(sent, query)).toEqual(search(index, query))
})
