import { PageHead } from '@bollard/site-kit'
import { buttonClass, classNames } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '../page/breadcrumbs.tsx'
import { PageSection, PageTitle } from '../page/page-section.tsx'
import { Points } from '../page/points.tsx'
import { colours } from './colours.ts'
import { type Ground, grounds, logoFile, type Shape, shapes } from './logo-files.ts'

/** Plain HTML. */
export const handle = { hydrate: false, sameForAll: true }

/** Each file stands on the ground that it is for, whatever the theme of the page. */
const groundClass = {
  light: 'brand-paper',
  dark: 'brand-night',
  plain: 'brand-paper',
} satisfies Record<Ground, string>

export default function Logos() {
  const { t } = useTranslation()
  const clearSpace = logoFile('logo', 'light', 'svg')
  return (
    <article className="mx-auto grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-12 px-5 pt-8 pb-20 sm:px-8">
      <div>
        <PageHead title={t(($) => $.brand.pageTitle)} description={t(($) => $.brand.description)} />
        <Breadcrumbs
          above={[{ name: t(($) => $.integrations.captcha), path: '/products/captcha' }]}
          name={t(($) => $.brand.name)}
        />
        <PageTitle title={t(($) => $.brand.title)} lead={t(($) => $.brand.lead)} />
      </div>
      <PageSection id="files" title={t(($) => $.brand.files)}>
        {shapes.map((shape) => (
          <div key={shape} className="grid gap-3">
            <h3 className="font-sans text-base font-[580] tracking-normal">{t(($) => $.brand[shape])}</h3>
            <ul className="grid gap-4 sm:grid-cols-3">
              {grounds.map((ground) => (
                <Download key={ground} shape={shape} ground={ground} />
              ))}
            </ul>
          </div>
        ))}
      </PageSection>
      <PageSection id="space" title={t(($) => $.brand.space)}>
        <p className="max-w-[46em] text-ink-2">{t(($) => $.brand.spaceText)}</p>
        <div className="brand-paper grid place-items-center rounded-lg border border-line p-10">
          {/* The logo is 26 units high and a post is 6 wide: at 52 pixels the space is 12. */}
          <div className="border border-dashed border-amber-strong p-3">
            <img src={clearSpace.address} alt={t(($) => $.brand.spaceDrawing)} width="210" height="52" />
          </div>
        </div>
      </PageSection>
      <PageSection id="colours" title={t(($) => $.brand.colours)}>
        <p className="max-w-[46em] text-ink-2">{t(($) => $.brand.coloursText)}</p>
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {colours.map(({ id, hex, swatch }) => (
            <li key={id} className="overflow-hidden rounded-lg border border-line bg-surface">
              <span aria-hidden="true" className={classNames('block h-16 border-b border-line', swatch)} />
              <p className="grid gap-0.5 p-3 text-sm">
                <span className="font-[560]">{t(($) => $.brand.names[id])}</span>
                <code className="font-mono text-ink-2">{hex}</code>
                <span className="text-ink-3">{t(($) => $.brand.uses[id])}</span>
              </p>
            </li>
          ))}
        </ul>
      </PageSection>
      <div className="grid gap-10 sm:grid-cols-2">
        <PageSection id="do" title={t(($) => $.brand.do)}>
          <Points points={t(($) => $.brand.dos, { returnObjects: true })} />
        </PageSection>
        <PageSection id="dont" title={t(($) => $.brand.dont)}>
          <Points points={t(($) => $.brand.donts, { returnObjects: true })} />
        </PageSection>
      </div>
      <p className="max-w-[46em] text-ink-2">{t(($) => $.brand.others)}</p>
    </article>
  )
}

function Download({ shape, ground }: { shape: Shape; ground: Ground }) {
  const { t } = useTranslation()
  const svg = logoFile(shape, ground, 'svg')
  const where = t(($) => $.brand.grounds[ground])
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className={classNames('grid h-32 place-items-center border-b border-line px-6', groundClass[ground])}>
        <img
          src={svg.address}
          alt={t(($) => $.brand.preview, { what: t(($) => $.brand[shape]), ground: where })}
          width={shape === 'logo' ? 162 : 40}
          height="40"
          loading="lazy"
        />
      </div>
      <div className="grid gap-3 p-4">
        <p className="text-sm">{where}</p>
        <p className="flex flex-wrap gap-2">
          {(['svg', 'png'] as const).map((format) => {
            const { name, address } = logoFile(shape, ground, format)
            return (
              <a key={format} href={address} download={name} className={buttonClass({ size: 'dense' })}>
                {t(($) => $.brand.download, { format: format.toUpperCase() })}
              </a>
            )
          })}
        </p>
      </div>
    </li>
  )
}
