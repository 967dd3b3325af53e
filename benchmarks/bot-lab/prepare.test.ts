import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingPackages } from './prepare.ts'

describe('missingPackages', () => {
  it('names the packages of the programs that are not there, and no others', () => {
    expect(missingPackages((program) => !['chromedriver', 'Xvfb'].includes(program))).toEqual([
      'chromium-driver',
      'xvfb',
    ])
    expect(missingPackages(() => true)).toEqual([])
  })

  it('names all that a machine without anything lacks, modules and the bus of a session too', () => {
    expect(missingPackages(() => false)).toEqual([
      'chromium',
      'chromium-driver',
      'firefox-esr',
      'xvfb',
      'xdotool',
      'xclip',
      'openbox',
      'surf',
      'falkon',
      'epiphany-browser',
      'xautomation',
      'dbus-daemon',
      'python3',
      'python3-xlib',
    ])
    expect(missingPackages((program) => !program.endsWith('/Xlib'))).toEqual(['python3-xlib'])
  })

  it('knows each program that a visitor starts by its name or by where it lies', () => {
    const own =
      /(?:spawn|execFile|startProcess|program|promisify\(execFile\))\(\s*'([^']+)'|command: '([^']+)'|Path = '([^']+)'/gu
    const sources = ['bots', 'genuine', '.'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, import.meta.url))
        .filter((name) => /(?<!\.test)\.ts$/u.test(name))
        .map((name) => readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8')),
    )
    const started = new Set(sources.flatMap((text) => [...text.matchAll(own)].map(([, a, b, c]) => a ?? b ?? c ?? '')))
    const known = new Set<string>()
    missingPackages((program) => known.add(program) && true)
    // `sh` and npm are there wherever the lab is.
    const unknown = [...started].filter((one) => !['sh', 'npm'].includes(one) && !known.has(basename(one)))
    expect(started.size).toBeGreaterThan(8)
    expect(unknown).toEqual([])
  })
})
