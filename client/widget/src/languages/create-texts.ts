import { askOnce } from '../ask-once.ts'
import { pause } from '../pause.ts'
import { ofThisRelease } from '../release.ts'

interface TextsInput<T> {
  readonly english: T
  /** Address of the folder with a file for each other language. */
  readonly folder: () => string
  /** Other texts are there than a moment ago. */
  readonly onChange: () => void
}

/** Nobody looks at an empty place for longer; then it is English until the language has come. */
const patienceMs = 1000

/** Gives the texts of a language by its tag. Where they are not here yet they are empty for a moment and are fetched meanwhile. */
export function createTexts<T extends Readonly<Record<string, string>>>({
  english,
  folder,
  onChange,
}: TextsInput<T>): (tag: string) => T {
  const known = new Map([['en', english]])
  const silent: T = { ...english, ...Object.fromEntries(Object.keys(english).map((key) => [key, ''])) }
  return (tag) => {
    const texts = known.get(tag)
    if (texts) return texts
    known.set(tag, silent)
    const put = (next: T) => {
      known.set(tag, next)
      onChange()
    }
    void askOnce(`${folder()}/${tag}.json${ofThisRelease}`).then((answer) => put({ ...english, ...Object(answer) }))
    void pause(patienceMs).then(() => known.get(tag) === silent && put(english))
    return silent
  }
}
