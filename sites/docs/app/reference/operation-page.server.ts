import {
  explainCode,
  type ExplainedCode,
  limitInWords,
  type Operation,
  requestOf,
  sampleLanguages,
  testCallOf,
  whoMayCall,
  writeSample,
} from '@bollard/api-reference'
import { siteverifyCodes } from '@bollard/contracts'
import { highlight } from '@bollard/content/highlight'
import type { ContentsEntry } from '@bollard/content'
import type { Language } from '@bollard/i18n'
import { shortened } from '../pages/api-pages.server.ts'
import type { CodeSample } from './code-samples.tsx'
import { textsOf } from '../pages/frame-texts.server.ts'
import { addressOfCode, partsOf } from '../pages/reference.server.ts'

/** Everything that the page of an operation shows, with code for the installation at `serverUrl`. */
export async function operationPage(operation: Operation, language: Language, serverUrl: string) {
  const { id, title, method, path, summary, parameters, body, answers, problems, rateLimits, example } = operation
  const answer = typeof example.answer === 'string' ? example.answer : JSON.stringify(example.answer, null, 2)
  return {
    id,
    title,
    method,
    path,
    description: shortened(summary),
    lead: summary.replaceAll('`', ''),
    who: whoMayCall(operation).map((sentence) => partsOf(sentence, addressOfCode)),
    limits: rateLimits.map((limit) => limitInWords(limit)),
    parameters: parameters.map(({ in: place, ...field }) => ({ ...field, place })),
    body: body ?? null,
    answers,
    // Its refusals are answers with codes of their own.
    problems: [...(id === 'siteverify' ? [{ status: 200, codes: siteverifyCodes }] : []), ...problems].map(
      ({ status, codes }) => ({
        status,
        codes: codes.map((code) => ({ code, title: explainCode(code as ExplainedCode, language).title })),
      }),
    ),
    samples: await samplesOf(operation, serverUrl),
    runs: requestOf(operation, serverUrl).runs,
    answer:
      example.answer === undefined
        ? null
        : {
            status: example.status,
            code: answer,
            html: await highlight(answer, isJson(example.mediaType) ? 'json' : 'text'),
          },
    canTry: testCallOf(id) !== undefined,
    contents: contentsOf(operation, language),
  }
}

/** Samples are the same in every language, and to highlight them is most of the work of a page. */
const samplesMade = new Map<string, Promise<CodeSample[]>>()

function samplesOf(operation: Operation, serverUrl: string): Promise<CodeSample[]> {
  const known = samplesMade.get(operation.id)
  if (known !== undefined) return known
  const request = requestOf(operation, serverUrl)
  const made = Promise.all(
    sampleLanguages.map(async ({ id, title, grammar }) => {
      const code = writeSample(id, request).trimEnd()
      return { title, code, html: await highlight(code, grammar) }
    }),
  )
  samplesMade.set(operation.id, made)
  return made
}

export type OperationPage = Awaited<ReturnType<typeof operationPage>>

const isJson = (mediaType = '') => /json$|event-stream$/u.test(mediaType)

/** The headings of the page, as the page itself leaves some out. */
function contentsOf(operation: Operation, language: Language): ContentsEntry[] {
  const { headings } = textsOf(language).reference
  const shown: readonly (readonly [keyof typeof headings, boolean])[] = [
    ['code', true],
    ['try', testCallOf(operation.id) !== undefined],
    ['who', true],
    ['parameters', operation.parameters.length > 0],
    ['body', operation.body !== undefined],
    ['answers', true],
    ['problems', operation.problems.length > 0],
  ]
  return shown.flatMap(([anchor, isShown]) => (isShown ? [{ level: 2, anchor, text: headings[anchor] } as const] : []))
}
