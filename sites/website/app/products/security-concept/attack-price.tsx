import { locales } from '@bollard/i18n'
import { useNonce, useSite } from '@bollard/site-kit'
import { Button, Cell, HeadCell, Row, Table, Tile, Tiles } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import priceIsland from './attack-price.island.ts?worker&url'
import { type AttackFigures, exponentMax, exponentMin, twoDigits, workPrice } from './work-price.ts'

const levels = ['least', 'ordinary', 'suspicious', 'stepUp', 'most'] as const

/** What an amount of work costs a visitor and an attacker: a slider, and the amounts that occur. */
export function AttackPrice({ figures, exponent }: { figures: AttackFigures; exponent: number }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const nonce = useNonce()
  const hashes = 2 ** exponent
  const { visitorSeconds, sha256Cents, equixCents } = workPrice(figures, hashes)
  const figure = (name: string, text: string) => <span data-figure={name}>{text}</span>
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
          value={figure('hashes', hashes.toLocaleString(locale))}
        />
        <Tile
          label={t(($) => $.products.security.price.seconds)}
          value={figure('seconds', twoDigits(visitorSeconds, locale))}
        />
        <Tile
          label={t(($) => $.products.security.price.sha256)}
          value={figure('sha256', twoDigits(sha256Cents, locale))}
        />
        <Tile
          label={t(($) => $.products.security.price.equix)}
          value={figure('equix', equixCents === null ? '–' : twoDigits(equixCents, locale))}
        />
      </Tiles>
      <PriceTable figures={figures} />
      <script type="module" src={priceIsland} nonce={nonce} async />
    </attack-price>
  )
}

function PriceTable({ figures }: { figures: AttackFigures }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  return (
    <div className="mt-8 overflow-hidden rounded-lg border border-line bg-surface">
      <Table label={t(($) => $.products.security.price.table)}>
        <thead>
          <tr>
            <HeadCell>{t(($) => $.products.security.price.work)}</HeadCell>
            <HeadCell align="end">{t(($) => $.products.security.price.seconds)}</HeadCell>
            <HeadCell align="end">{t(($) => $.products.security.price.sha256)}</HeadCell>
            <HeadCell align="end">{t(($) => $.products.security.price.equix)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => {
            const price = workPrice(figures, figures.levels[level])
            return (
              <Row key={level}>
                <Cell>{t(($) => $.products.security.price.levels[level])}</Cell>
                <Cell align="end">{twoDigits(price.visitorSeconds, locale)}</Cell>
                <Cell align="end">{twoDigits(price.sha256Cents, locale)}</Cell>
                <Cell align="end">{price.equixCents === null ? '–' : twoDigits(price.equixCents, locale)}</Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}
