interface ImportMetaEnv {
  readonly SITE_NAME?: import('@bollard/i18n/load').SiteName
}
interface ImportMeta {
  readonly env: ImportMetaEnv
}
