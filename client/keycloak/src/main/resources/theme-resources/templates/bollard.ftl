<#-- Put <#include "bollard.ftl"> before the button of login.ftl and register.ftl of your theme. Shows nothing where the step is not in the flow. -->
<#if bollardSiteKey?has_content>
<script type="module" src="${bollardScript}"></script>
<bollard-captcha sitekey="${bollardSiteKey}" action="${bollardAction}" size="flexible"<#if bollardFailover> failover</#if>><noscript>${msg("bollardNoscript")}</noscript></bollard-captcha>
</#if>
