/**
 * Writes beside each package that brings data when its version was published, since a package itself does not say it.
 * Run after a change of their versions: node_modules/.bin/node packages/validations/date-packages.ts
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const place = new URL('src/data-dates.json', import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const dated = Object.keys(JSON.parse(readFileSync(place, 'utf8'))).map((name) => {
  const version: string = dependencies[name]
  const times = JSON.parse(execFileSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8' }))
  const date = String(times[version]).slice(0, 10)
  if (!/^\d{4}-\d\d-\d\d$/u.test(date))
    throw new Error(`The registry does not say when ${name} ${version} was published`)
  return `  "${name}": { "version": "${version}", "date": "${date}" }`
})
writeFileSync(place, `{\n${dated.join(',\n')}\n}\n`)
