export { fillText } from './fill-text.ts'
export {
  defaultLanguage,
  directions,
  inEachLanguage,
  isLanguage,
  languages,
  languageNames,
  locales,
  type Language,
} from './languages.ts'
export { preferredLanguage } from './preferred-language.ts'
export type {
  AdminTexts,
  DashboardTexts,
  DocsTexts,
  ElementTexts,
  IdentityTexts,
  ReasonTexts,
  SharedTexts,
  StatusTexts,
  StructureTexts,
  WebsiteTexts,
} from './text-shapes.ts'
