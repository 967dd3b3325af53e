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

/** Leaves out channels that could tell nobody, with the rules that have no other; a member is told by mail, nobody else. */
export async function settleChannels(
  context: Pick<MonitoringContext, 'channels'>,
  solutionId: string,
  file: MonitoringConfiguration,
  noted: Noted,
): Promise<MonitoringConfiguration> {
  const channels: ConfiguredChannel[] = []
  for (const channel of file.channels ?? []) {
    const settled = await withMembers(context, solutionId, channel, noted)
    const faults = settled === null ? [] : channelFaults(context, settled.target, '')
    for (const { pointer } of faults)
      noted({ reason: 'value-invalid', name: channel.name, field: pointer.slice(1), value: null })
    if (settled !== null && faults.length === 0) channels.push(settled)
  }
  const keys = new Set(channels.map(({ key }) => key))
  const isTold = ({ steps }: { steps: readonly { targets: readonly { key: string }[] }[] }): boolean =>
    steps.every(({ targets }) => targets.every(({ key }) => keys.has(key)))
  return { ...file, channels, alertRules: (file.alertRules ?? []).filter(isTold) }
}

async function withMembers(
  { channels }: Pick<MonitoringContext, 'channels'>,
  solutionId: string,
  channel: ConfiguredChannel,
  noted: Noted,
): Promise<ConfiguredChannel | null> {
  if (channel.target.kind !== 'EMAIL') return channel
  const addresses: string[] = []
  for (const address of channel.target.addresses) {
    if ((await channels.memberOf(address, solutionId)) !== null) addresses.push(address)
    else noted({ reason: 'not-a-member', name: channel.name, field: 'addresses', value: address })
  }
  return addresses.length === 0 ? null : { ...channel, target: { ...channel.target, addresses } }
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
      const { slug, host, published, networks, logo, colors, languages } = former
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
