plugins {
  id("com.android.library") version "8.7.3"
  `maven-publish`
}

group = "bollard"
version = "0.1.0"

android {
  namespace = "bollard.android"
  compileSdk = 35
  defaultConfig {
    minSdk = 26
    consumerProguardFiles("consumer-rules.pro")
  }
  compileOptions {
    sourceCompatibility = JavaVersion.VERSION_1_8
    targetCompatibility = JavaVersion.VERSION_1_8
  }
  publishing { singleVariant("release") { withSourcesJar() } }
}

publishing {
  publications {
    register<MavenPublication>("release") {
      afterEvaluate { from(components["release"]) }
      pom {
        name = "Bollard for Android"
        description = "Bollard's captcha in a WebView"
        licenses { license { name = "Unlicensed"; comments = "All rights reserved until a licence is chosen" } }
      }
    }
  }
}
