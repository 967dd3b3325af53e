import { readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import type { FaultCode } from '../content-fault.ts'

export interface Snippet {
  readonly file: string
  readonly code: string
  /** Name of a language of the highlighter. */
  readonly language: string
}
export type SnippetResult =
  | Snippet
  | { readonly code: Extract<FaultCode, 'snippet-missing' | 'snippet-part-missing'>; readonly detail: string }

/** The mark of a region, in whatever comment the language has. */
const region = /^.*#region\s+([\w-]+).*$/u
const endOfRegion = /^.*#endregion\b.*$/u

/** Reads a file of the repository or one region of it, without the marks and without the indentation that all its lines share. */
export function readSnippet(root: string, file: string, part: string | null): SnippetResult & { file?: string } {
  const path = normalize(file)
  if (path.startsWith('..') || path.startsWith('/'))
    return { code: 'snippet-missing', detail: `${file} is outside the repository` }
  const text = textOf(join(root, path))
  if (text === null) return { code: 'snippet-missing', detail: `${file} does not exist` }
  const lines = text.trimEnd().split('\n')
  const wanted = part === null ? lines : linesOf(lines, part)
  if (wanted === null) return { code: 'snippet-part-missing', detail: `${file} has no region "${part}" with an end` }
  const shown = wanted.filter((line) => !region.test(line) && !endOfRegion.test(line))
  return { file: path, code: withoutIndent(shown).join('\n'), language: languageOfFile(path) }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function linesOf(lines: readonly string[], part: string): string[] | null {
  const begin = lines.findIndex((line) => region.exec(line)?.[1] === part)
  if (begin === -1) return null
  let depth = 0
  for (let at = begin; at < lines.length; at += 1) {
    if (region.test(lines[at] ?? '')) depth += 1
    if (endOfRegion.test(lines[at] ?? '')) depth -= 1
    if (depth === 0) return lines.slice(begin + 1, at)
  }
  return null
}

function withoutIndent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const shared = Math.min(...indents)
  return Number.isFinite(shared) ? lines.map((line) => line.slice(shared)) : [...lines]
}

const languagesByName: Readonly<Record<string, string>> = {
  Gemfile: 'ruby',
  Dockerfile: 'docker',
  '.env': 'dotenv',
}
const languagesByEnd: Readonly<Record<string, string>> = {
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.py': 'python',
  '.rb': 'ruby',
  '.rs': 'rust',
  '.kt': 'kotlin',
  '.kts': 'kotlin',
  '.cs': 'csharp',
  '.yml': 'yaml',
  '.htm': 'html',
  '.txt': 'text',
  '.conf': 'nginx',
  '.gradle': 'groovy',
  '.md': 'markdown',
  '.svg': 'xml',
  '.csproj': 'xml',
  '.vbhtml': 'html',
  '.cshtml': 'html',
  '.jinja': 'html',
}

function languageOfFile(path: string): string {
  const name = path.split('/').at(-1) ?? ''
  const end = extname(name)
  return languagesByName[name] ?? languagesByEnd[end] ?? (end === '' ? 'text' : end.slice(1))
}
