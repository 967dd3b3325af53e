import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import axe from 'axe-core'

interface Part {
  /** A selector of what alone is looked at. */
  readonly include?: string
  readonly exclude?: string
}
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Half a megabyte that the builder brings into a page twice each time it asks; once is enough while the page is open. */
const axeSource = `if (window.axe === undefined) { ${axe.source} }`

/** What axe says of a page, of what is right as well. */
export function askAxe(page: Page): Promise<AxeResults> {
  return axeOf(page).analyze()
}

/** All that axe finds, each with the first element that it is about. */
export async function allFaults(page: Page, part?: Part): Promise<string[]> {
  return (await violationsOf(page, part)).map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

/** What axe finds serious, each with the elements that it is about. */
export async function seriousFaults(page: Page, part?: Part): Promise<string[]> {
  return (await violationsOf(page, part))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

async function violationsOf(page: Page, part?: Part): Promise<AxeResults['violations']> {
  const { violations } = await axeOf(page, part)
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
}

function axeOf(page: Page, { include, exclude }: Part = {}): AxeBuilder {
  const builder = new AxeBuilder({ page, axeSource })
  if (include !== undefined) builder.include(include)
  if (exclude !== undefined) builder.exclude(exclude)
  // Only what several frames say has to be put together, for which axe opens a page of its own.
  return page.frames().length === 1 ? builder.setLegacyMode() : builder
}
