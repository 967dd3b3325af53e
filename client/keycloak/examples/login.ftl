<#-- In login.ftl and register.ftl of your theme, before the button: -->
<#include "bollard.ftl">
