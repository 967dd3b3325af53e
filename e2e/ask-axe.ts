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

/**
 * All that axe finds in a page of very many elements, each with every element that it is about, and in how many places inside the
 * elements of a name it has found words that can be read. Put together in the page: what is right there takes longer to carry out
 * of it than to find.
 */
export async function lookThrough(page: Page, name: string): Promise<{ faults: string[]; readable: number }> {
  await page.evaluate(axeSource)
  return page.evaluate(async (inside) => {
    const axe = Reflect.get(globalThis, 'axe')
    if (axe.utils.getFrameContexts(document).length > 0) throw new Error('Frames are to be asked as well')
    const { violations, passes } = await axe.run(document)
    const targets = passes.find(({ id }: { id: string }) => id === 'color-contrast')?.nodes ?? []
    return {
      faults: violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string; target: unknown }[] }) =>
          `${id}: ${nodes.map(({ html, target }) => `${String(target)} ${html}`).join(' · ')}`,
      ),
      readable: targets.filter(({ target }: { target: unknown }) => JSON.stringify(target).includes(inside)).length,
    }
  }, name)
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
