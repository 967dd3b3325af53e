import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { findThirdParties } from '../../tools/third-party-licences.ts'
import { writeBom } from '../../tools/write-bom.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const schemas = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
)
const text = writeBom(root)
const bom = JSON.parse(text)

test('the bill of materials is valid CycloneDX 1.6, and a wrong one would be noticed', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'))
  const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } })
  addFormats.default(ajv)
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const validate = ajv.compile(read('bom-1.6'))
  expect(validate(bom) ? [] : validate.errors).toEqual([])
  expect(validate({ ...bom, serialNumber: 'urn:uuid:1' })).toBe(false)
  expect(validate({ ...bom, components: [{ name: 'x' }] })).toBe(false)
})

test('it names all that the licences name, and the programs within packages, each once', () => {
  const named = new Set(
    bom.components.map((one: { group?: string; name: string }) => [one.group, one.name].filter(Boolean).join('/')),
  )
  const parties = findThirdParties(root).map(({ name }) => name)
  // These two leave only code in what is built, and PostgreSQL is named as its project is.
  expect(parties.filter((name) => !named.has(name))).toEqual(['PostgreSQL', 'assemblyscript', 'vite'])
  expect(bom.components).toContainEqual(expect.objectContaining({ purl: 'pkg:generic/postgresql@18.4' }))
  const refs = bom.components.map((one: { purl: string }) => one.purl)
  expect(new Set(refs).size).toBe(refs.length)
  const known = new Set([...refs, bom.metadata.component['bom-ref']])
  for (const { ref, dependsOn } of bom.dependencies)
    expect([ref, ...dependsOn].filter((one) => !known.has(one))).toEqual([])
})

test('it is the same for the same packages', () => expect(writeBom(root)).toBe(text))
