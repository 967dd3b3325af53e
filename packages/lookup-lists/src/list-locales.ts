/** Locales in which dates and numbers can be shown: the languages of Europe and the largest of the world, with their main regions. */
const codes =
  `af-ZA am-ET ar-AE ar-EG ar-MA ar-SA az-AZ be-BY bg-BG bn-BD bn-IN bs-BA ca-ES cs-CZ cy-GB da-DK de-AT de-CH de-DE de-LI de-LU el-CY el-GR
  en-AU en-CA en-GB en-IE en-IN en-MT en-NZ en-SG en-US en-ZA es-AR es-CL es-CO es-ES es-MX es-PE et-EE eu-ES fa-IR fi-FI fil-PH fr-BE fr-CA fr-CH fr-FR
  fr-LU ga-IE gl-ES gu-IN he-IL hi-IN hr-HR hu-HU hy-AM id-ID is-IS it-CH it-IT ja-JP ka-GE kk-KZ km-KH kn-IN ko-KR ky-KG lb-LU lo-LA lt-LT lv-LV mk-MK
  ml-IN mn-MN mr-IN ms-MY mt-MT my-MM nb-NO ne-NP nl-BE nl-NL nn-NO pa-IN pl-PL ps-AF pt-BR pt-PT rm-CH ro-MD ro-RO ru-RU si-LK sk-SK sl-SI sq-AL sr-RS
  sv-FI sv-SE sw-KE ta-IN te-IN th-TH tr-TR uk-UA ur-PK uz-UZ vi-VN zh-CN zh-HK zh-TW zu-ZA`
    .trim()
    .split(/\s+/u)

export interface Locale {
  /** BCP 47, such as `de-AT`. */
  readonly code: string
  /** The locale in its own words, such as "Deutsch (Österreich)". */
  readonly nativeName: string
}

/** Locales with their own names, by code. */
export function listLocales(): Locale[] {
  return codes.map((code) => {
    const { language, region } = new Intl.Locale(code)
    const languageName = new Intl.DisplayNames(code, { type: 'language' }).of(language) ?? language
    const regionName = region === undefined ? undefined : new Intl.DisplayNames(code, { type: 'region' }).of(region)
    const [first = '', ...rest] = languageName
    const name = first.toLocaleUpperCase(code) + rest.join('')
    return { code, nativeName: regionName === undefined ? name : `${name} (${regionName})` }
  })
}
