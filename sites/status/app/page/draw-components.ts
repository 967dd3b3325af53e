import type { PublicComponent } from '@bollard/contracts'
import { escapeXml } from '@bollard/site-kit'
import { looks } from '../look/state-mark.tsx'
import { drawChart } from '../posts/draw-chart.ts'
import { drawDays } from '../posts/draw-posts.ts'
import type { RowWords } from '../posts/row-words.ts'

/**
 * Components of a page with their states and days, as HTML: a page has hundreds of them, and as elements of React they
 * took most of its time. All that an owner writes is escaped.
 */
export function drawComponents(components: readonly PublicComponent[], days: number, words: RowWords): string {
  return components.map((component) => drawComponent(component, days, words)).join('')
}

function drawComponent(component: PublicComponent, days: number, words: RowWords): string {
  const { id, name, description, state, uptimePercent, responseTimes } = component
  const { mark, height, text } = looks[state]
  const about =
    description === null ? '' : `<span class="block text-sm font-[400] text-ink-2">${escapeXml(description)}</span>`
  const post = `<span aria-hidden="true" class="inline-flex h-4 items-end"><span class="w-1.5 rounded-post ${mark} ${height}"></span></span>`
  const word = `<span class="inline-flex shrink-0 items-center gap-2 text-sm font-[520] ${text}">${post}${words.states[state]}</span>`
  const head = `<div class="flex items-start justify-between gap-4"><p class="min-w-0 font-[560] hyphens-auto [overflow-wrap:anywhere]">${escapeXml(name)}${about}</p>${word}</div>`
  const uptime = uptimePercent === null ? words.noUptime : words.uptime(uptimePercent)
  const foot = `<div class="tabular flex justify-between gap-4 text-xs text-ink-3"><span>${words.first}</span><span>${uptime}</span><span>${words.today}</span></div>`
  const chart = responseTimes === null ? '' : drawChart(responseTimes, words)
  return `<li id="${escapeXml(id)}" class="grid gap-2 px-4 py-4 sm:px-5">${head}${drawDays(component, days, words)}${foot}${chart}</li>`
}
