import type { AssertionTools } from '@bollard/uptime'
import { matchesPattern, matchingSteps } from './match-pattern.ts'
import { countValues, isSingular, readJsonPath } from './read-json-path.ts'

/** For all expressions of one check together: a quarter of a second at worst. */
const stepsMax = 20_000_000
/** For all searching paths of one check together, values of the document and values found: as long at worst. */
const valuesMax = 50_000

/**
 * What the assertions of one check look at an answer with. All of them share a budget of work, so that twenty of them in an
 * answer made to be slow hold up no other check; what does not fit is an error, which fails its assertion and says so.
 */
export function createTools(): AssertionTools {
  let steps = 0
  let values = 0
  let document: {
    readonly body: string
    readonly value: Parameters<typeof readJsonPath>[1]
    readonly size: number
  } | null = null
  const spend = (count: number) => {
    values += count
    if (values > valuesMax) throw new Error('the JSON paths look at too many values')
  }
  return {
    matches(pattern, text) {
      steps += matchingSteps(pattern, text)
      if (steps > stepsMax) throw new Error('the regular expressions are too complex for a text of this size')
      return matchesPattern(pattern, text)
    },
    readJsonPath(path, body) {
      if (document?.body !== body) {
        const value = JSON.parse(body)
        document = { body, value, size: countValues(value) }
      }
      if (isSingular(path)) return readJsonPath(path, document.value)
      spend(document.size)
      const found = readJsonPath(path, document.value)
      spend(countValues(found))
      return found
    },
  }
}
