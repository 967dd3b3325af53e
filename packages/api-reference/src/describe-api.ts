import { readFileSync } from 'node:fs'
import { compatOperations, routeTables } from '@bollard/contracts'
import {
  type DocumentOptions,
  type NamedRateLimit,
  type OpenApiDocument,
  openApiDocument,
  type OperationExample,
} from '@bollard/http'

/** Written by `npm run examples`, which calls every operation. */
export const examplesFile = new URL('../examples.json', import.meta.url)
/** What limits the calls of each operation, as the services count them; written by the same command. */
export const rateLimitsFile = new URL('../rate-limits.json', import.meta.url)

/** The OpenAPI document of an installation: every operation, with an example that was executed and what limits its calls. */
export function describeApi(
  options: Pick<DocumentOptions, 'serverUrl' | 'version' | 'sessionCookie' | 'contact' | 'docsUrl'>,
): OpenApiDocument {
  return openApiDocument(routeTables, {
    ...options,
    compatOperations,
    examples: readExamples(),
    rateLimits: JSON.parse(readFileSync(rateLimitsFile, 'utf8')) as Readonly<Record<string, readonly NamedRateLimit[]>>,
  })
}

/** One example of each operation by its id. */
export function readExamples(): Readonly<Record<string, OperationExample>> {
  return JSON.parse(readFileSync(examplesFile, 'utf8')) as Readonly<Record<string, OperationExample>>
}
