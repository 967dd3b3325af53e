import { readFileSync } from 'node:fs'

/** The commands of the operator's page in a language, one a line, in their order. */
export function commandsOfPage(language: string): string[] {
  const page = new URL(`../../../content/${language}/docs/operate/high-availability.mdx`, import.meta.url)
  const blocks = readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gmu)
  return [...blocks].flatMap(([, block = '']) => block.split('\n').filter((line) => line !== ''))
}
