package bollard.keycloak;

import jakarta.ws.rs.core.MultivaluedMap;
import java.util.List;
import org.keycloak.Config;
import org.keycloak.authentication.FormAction;
import org.keycloak.authentication.FormActionFactory;
import org.keycloak.authentication.FormContext;
import org.keycloak.authentication.ValidationContext;
import org.keycloak.events.Errors;
import org.keycloak.forms.login.LoginFormsProvider;
import org.keycloak.models.AuthenticationExecutionModel.Requirement;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.FormMessage;
import org.keycloak.provider.ProviderConfigProperty;

/** A step of the registration form: checks the visitor before an account is made. */
public final class RegistrationCheck implements FormAction, FormActionFactory {
  private static final String ACTION = "register";

  @Override
  public void buildPage(FormContext context, LoginFormsProvider form) {
    Check.show(form, Settings.of(context.getAuthenticatorConfig()), ACTION);
  }

  @Override
  public void validate(ValidationContext context) {
    MultivaluedMap<String, String> sent = context.getHttpRequest().getDecodedFormParameters();
    String refusal = Check.refusal(Settings.of(context.getAuthenticatorConfig()), sent.getFirst(Check.FIELD), ACTION);
    if (refusal == null) {
      context.success();
      return;
    }
    // Nothing of the token is kept for the form that is shown again.
    sent.remove(Check.FIELD);
    context.error(Errors.INVALID_REGISTRATION);
    context.validationError(sent, List.of(new FormMessage(null, refusal)));
    context.excludeOtherErrors();
  }

  @Override
  public void success(FormContext context) {}

  @Override
  public boolean requiresUser() {
    return false;
  }

  @Override
  public boolean configuredFor(KeycloakSession session, RealmModel realm, UserModel user) {
    return true;
  }

  @Override
  public void setRequiredActions(KeycloakSession session, RealmModel realm, UserModel user) {}

  @Override
  public String getId() {
    return "bollard-registration";
  }

  @Override
  public String getDisplayType() {
    return "Bollard";
  }

  @Override
  public String getReferenceCategory() {
    return "bollard";
  }

  @Override
  public String getHelpText() {
    return "Checks that a person registers. The theme's register.ftl has to include bollard.ftl.";
  }

  @Override
  public boolean isConfigurable() {
    return true;
  }

  @Override
  public boolean isUserSetupAllowed() {
    return false;
  }

  @Override
  public Requirement[] getRequirementChoices() {
    return new Requirement[] {Requirement.REQUIRED, Requirement.DISABLED};
  }

  @Override
  public List<ProviderConfigProperty> getConfigProperties() {
    return Settings.properties();
  }

  @Override
  public FormAction create(KeycloakSession session) {
    return this;
  }

  @Override
  public void init(Config.Scope config) {}

  @Override
  public void postInit(KeycloakSessionFactory factory) {}

  @Override
  public void close() {}
}
