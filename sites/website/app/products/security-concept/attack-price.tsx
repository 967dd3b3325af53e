import { locales } from '@bollard/i18n'
import { ModuleScript, useSite } from '@bollard/site-kit'
import { Button, Tile, Tiles } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { WrappingTable } from '../sections/wrapping-table.tsx'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import priceIsland from './attack-price.island.ts?worker&url'
import { type AttackFigures, exponentMax, exponentMin, twoDigits, workPrice } from './work-price.ts'

const levels = ['least', 'ordinary', 'suspicious', 'stepUp', 'most'] as const

/** What an amount of work costs a visitor and an attacker: a slider, and the amounts that occur. */
export function AttackPrice({ figures, exponent }: { figures: AttackFigures; exponent: number }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const hashes = 2 ** exponent
  const { visitorSeconds, sha256Cents, equixCents } = workPrice(figures, hashes)
  return (
    <attack-price data-figures={JSON.stringify(figures)} data-locale={locale}>
      <form
        method="get"
        action="#attack-price"
        className="mt-8 grid gap-2 rounded-lg border border-line bg-surface p-5 sm:p-[26px]"
      >
        <label className="grid gap-1.5 text-sm font-[520]">
          {t(($) => $.products.security.price.slider)}
          <input
            type="range"
            name="work"
            min={exponentMin}
            max={exponentMax}
            defaultValue={exponent}
            aria-valuetext={hashes.toLocaleString(locale)}
            className="h-11 w-full accent-amber-strong"
          />
        </label>
        <noscript>
          <Button type="submit">{t(($) => $.products.security.price.submit)}</Button>
        </noscript>
      </form>
      <Tiles className="mt-4">
        <Tile
          label={t(($) => $.products.security.price.hashes)}
          value={<span data-figure="hashes">{hashes.toLocaleString(locale)}</span>}
        />
        <Tile
          label={t(($) => $.products.security.price.seconds)}
          value={<span data-figure="seconds">{twoDigits(visitorSeconds, locale)}</span>}
        />
        <Tile
          label={t(($) => $.products.security.price.sha256)}
          value={<span data-figure="sha256">{twoDigits(sha256Cents, locale)}</span>}
        />
        <Tile
          label={t(($) => $.products.security.price.equix)}
          value={<span data-figure="equix">{equixCents === null ? '–' : twoDigits(equixCents, locale)}</span>}
        />
      </Tiles>
      <PriceTable figures={figures} />
      <ModuleScript src={priceIsland} />
    </attack-price>
  )
}

function PriceTable({ figures }: { figures: AttackFigures }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const texts = t(($) => $.products.security.price, { returnObjects: true })
  return (
    <WrappingTable
      label={texts.table}
      className="min-w-[36rem]"
      figures={[1, 2, 3]}
      heads={[texts.work, texts.seconds, texts.sha256, texts.equix]}
      rows={levels.map((level) => {
        const { visitorSeconds, sha256Cents, equixCents } = workPrice(figures, figures.levels[level])
        return {
          key: level,
          cells: [
            texts.levels[level],
            twoDigits(visitorSeconds, locale),
            twoDigits(sha256Cents, locale),
            equixCents === null ? '–' : twoDigits(equixCents, locale),
          ],
        }
      })}
    />
  )
}
