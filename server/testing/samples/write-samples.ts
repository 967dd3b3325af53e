import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi, readReference, requestOf, type SampleLanguage, writeSample } from '@bollard/api-reference'

/** Name of a program of a language. A Java file is named after its class, so each has a folder of its own. */
export const sampleFiles: Readonly<Record<SampleLanguage, string>> = {
  curl: 'sample.sh',
  javascript: 'sample.mjs',
  python: 'sample.py',
  php: 'sample.php',
  ruby: 'sample.rb',
  go: 'main.go',
  java: 'Main.java',
}

/** Writes the program of every operation into a folder of its own, and tells the operations. */
export function writeSamples(
  language: SampleLanguage,
  { serverUrl, folder }: { serverUrl: string; folder: string },
): { id: string; file: string; runs: boolean }[] {
  const { operations } = readReference(describeApi({ serverUrl, version: '1' }))
  return [...operations.values()].map((operation) => {
    const request = requestOf(operation, serverUrl)
    const place = join(folder, operation.id)
    mkdirSync(place, { recursive: true })
    const file = join(place, sampleFiles[language])
    writeFileSync(file, writeSample(language, request))
    return { id: operation.id, file, runs: request.runs }
  })
}
