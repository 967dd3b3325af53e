import type { ConfiguredChannel, ConfiguredPage, MonitoringConfiguration, Unmapped } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { channelFaults } from '../configuration/assert-file-linked.ts'
import { takenNames } from '../configuration/assert-alerting.ts'
import type { Stored } from '../configuration/stored-configuration.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { slugFrom } from './draft/draft-alerting.ts'

type Noted = (unmapped: Unmapped) => void

/** Slugs that are tried: the one of the file, then with numbers. */
const slugsMax = 20

/** Leaves out channels that could tell nobody, with the rules that have no other. Addresses that will be asked first are noted. */
export async function settleChannels(
  context: Pick<MonitoringContext, 'channels'>,
  solutionId: string,
  file: MonitoringConfiguration,
  noted: Noted,
): Promise<MonitoringConfiguration> {
  const channels: ConfiguredChannel[] = []
  for (const channel of file.channels ?? []) {
    const faults = channelFaults(context, channel.target, '')
    for (const { pointer } of faults)
      noted({ reason: 'value-invalid', name: channel.name, field: pointer.slice(1), value: null })
    if (faults.length > 0) continue
    channels.push(channel)
    for (const value of await strangersOf(context, solutionId, channel))
      noted({ reason: 'not-a-member', name: channel.name, field: 'addresses', value })
  }
  const keys = new Set(channels.map(({ key }) => key))
  const isTold = ({ steps }: { steps: readonly { targets: readonly { key: string }[] }[] }): boolean =>
    steps.every(({ targets }) => targets.every(({ key }) => keys.has(key)))
  return { ...file, channels, alertRules: (file.alertRules ?? []).filter(isTold) }
}

/** Addresses of a channel that are no member's. */
async function strangersOf(
  { channels }: Pick<MonitoringContext, 'channels'>,
  solutionId: string,
  { target }: ConfiguredChannel,
): Promise<readonly string[]> {
  if (target.kind !== 'EMAIL') return []
  const members = await Promise.all(target.addresses.map((address) => channels.memberOf(address, solutionId)))
  return target.addresses.filter((_address, index) => members[index] === null)
}

/**
 * Fits what was imported to what there is: what was switched on or published since stays so, names that others have become free ones, and
 * pages that the plan has no room for are left out.
 */
export async function fitToStored(
  tx: Queries,
  file: MonitoringConfiguration,
  { stored, pagesMax, noted }: { stored: Stored; pagesMax: number; noted: Noted },
): Promise<MonitoringConfiguration> {
  const channels = file.channels?.map((one) => ({
    ...one,
    active: stored.channels.get(one.key)?.file.active ?? one.active,
  }))
  const alertRules = file.alertRules?.map((one) => ({
    ...one,
    active: stored.rules.get(one.key)?.file.active ?? one.active,
  }))
  const wanted = (file.statusPages ?? []).filter(({ key }) => !stored.pages.has(key))
  const names = wanted.flatMap(({ slug }) => slugsOf(slug))
  const taken = new Set(names.length === 0 ? [] : await takenNames(tx, names, []))
  const statusPages: ConfiguredPage[] = []
  let room = pagesMax - stored.pages.size
  for (const page of file.statusPages ?? []) {
    const former = stored.pages.get(page.key)?.file
    const note = (reason: Unmapped['reason'], field: string | null, value: string | null): void =>
      noted({ reason, name: page.name, field, value })
    if (former !== undefined) {
      // Where it can be seen, and by whom, is decided here from now on.
      const { slug, host, published, networks, colors, languages } = former
      const logo = former.logo ?? page.logo
      statusPages.push({ ...page, slug, host, published, networks, logo, colors, languages })
      continue
    }
    const slug = slugsOf(page.slug).find((one) => !taken.has(one))
    if (slug === undefined || room <= 0) {
      note(room <= 0 ? 'no-room' : 'slug-taken', null, null)
      continue
    }
    if (slug !== page.slug) note('slug-taken', 'slug', `${page.slug} → ${slug}`)
    taken.add(slug)
    room -= 1
    statusPages.push({ ...page, slug })
  }
  return {
    ...file,
    ...(channels === undefined ? {} : { channels }),
    ...(alertRules === undefined ? {} : { alertRules }),
    ...(file.statusPages === undefined ? {} : { statusPages }),
  }
}

function slugsOf(slug: string): string[] {
  return Array.from({ length: slugsMax }, (_none, index) => slugFrom(slug, index + 1))
}
