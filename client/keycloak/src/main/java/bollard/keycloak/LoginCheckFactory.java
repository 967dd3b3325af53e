package bollard.keycloak;

import java.util.List;
import org.keycloak.Config;
import org.keycloak.authentication.Authenticator;
import org.keycloak.authentication.AuthenticatorFactory;
import org.keycloak.models.AuthenticationExecutionModel.Requirement;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderConfigProperty;

/** Makes {@link LoginCheck} a step that can stand in the place of the form for user name and password. */
public final class LoginCheckFactory implements AuthenticatorFactory {
  private static final LoginCheck LOGIN = new LoginCheck();

  @Override
  public Authenticator create(KeycloakSession session) {
    return LOGIN;
  }

  @Override
  public String getId() {
    return "bollard-username-password-form";
  }

  @Override
  public String getDisplayType() {
    return "Username Password Form with Bollard";
  }

  @Override
  public String getReferenceCategory() {
    return "password";
  }

  @Override
  public String getHelpText() {
    return "Checks that a person logs in, before the password is looked at. The theme's login.ftl has to include bollard.ftl.";
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
    return new Requirement[] {Requirement.REQUIRED};
  }

  @Override
  public List<ProviderConfigProperty> getConfigProperties() {
    return Settings.properties();
  }

  @Override
  public void init(Config.Scope config) {}

  @Override
  public void postInit(KeycloakSessionFactory factory) {}

  @Override
  public void close() {}
}
