import { defaultLanguage, type Language, languages } from '@bollard/i18n'
import { useLocation } from 'react-router'
import { languageOfPath, pathInLanguage } from '../site/language-path.ts'
import { publicOrigin } from '../site/site.ts'
import {
  hasSocialImages,
  socialImageAddress,
  socialImageSize,
  socialTitle,
} from '../social-image/social-image-address.ts'
import { useSite } from './site-context.tsx'

export interface PageHeadProps {
  title: string
  description?: string
  /** For pages that no search engine should list. */
  hidden?: boolean
  /** The languages that the page exists in, where these are not all. */
  languages?: readonly Language[]
}

/** Title, description, canonical address, picture and the page's other languages. React moves it all into <head>. */
export function PageHead({ title, description, hidden = false, languages: written = languages }: PageHeadProps) {
  const site = useSite()
  const { pathname } = useLocation()
  const origin = publicOrigin(site)
  const path = pathname.length > 1 ? pathname.replace(/\/$/u, '') : pathname
  return (
    <>
      <title>{title}</title>
      <meta property="og:title" content={title} />
      {description ? <meta name="description" content={description} /> : null}
      {description ? <meta property="og:description" content={description} /> : null}
      {hidden ? <meta name="robots" content="noindex" /> : null}
      {languageOfPath(path) && !hidden ? (
        <>
          <link rel="canonical" href={`${origin}${path}`} />
          {written.map((language) => (
            <link
              key={language}
              rel="alternate"
              hrefLang={language}
              href={`${origin}${pathInLanguage(path, language)}`}
            />
          ))}
          {written.includes(defaultLanguage) ? (
            <link rel="alternate" hrefLang="x-default" href={`${origin}${pathInLanguage(path, defaultLanguage)}`} />
          ) : null}
          {hasSocialImages(site.name) ? (
            <SocialImageHead origin={origin} path={path} title={socialTitle(title)} />
          ) : null}
        </>
      ) : null}
    </>
  )
}

/** The picture that other sites show of the page; `social-images.ts` reads from here what to draw. */
function SocialImageHead({ origin, path, title }: { origin: string; path: string; title: string }) {
  return (
    <>
      <meta property="og:image" content={origin + socialImageAddress(path, title)} />
      <meta property="og:image:width" content={String(socialImageSize.width)} />
      <meta property="og:image:height" content={String(socialImageSize.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
