import { Global, Module, OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { ACCESS_SCHEMA } from '../../migrations/sqlite/all-migrations.js';
import { Environment } from '../config/environment.js';
import { OwnAddresses } from '../shared/domain/base-url.js';
import { MonotonicClock } from '../shared/domain/clock.js';
import { CurrentRights } from '../shared/domain/current-rights.js';
import { AccessDatabase } from '../shared/infrastructure/database/databases.js';
import { embeddedFile } from '../shared/infrastructure/database/embedded-file.js';
import { provideSqlStore } from '../shared/infrastructure/database/by-store.js';
import { AccessSqlStore } from '../shared/infrastructure/database/sql-store.js';
import { SqliteDatabase } from '../shared/infrastructure/database/sqlite-database.js';
import { LocalAddresses } from '../shared/infrastructure/outgoing/local-addresses.js';
import { Authenticate } from './application/authenticate.js';
import { CallerRights } from './application/caller-rights.js';
import { CreateKey } from './application/create-key.js';
import { EditGroupMapping } from './application/edit-group-mapping.js';
import { ExpiryClock } from './application/expiry-clock.js';
import { ListKeys, RevokeKey, FindKeyFilter } from './application/manage-keys.js';
import { ManageUsers } from './application/manage-users.js';
import { PersonalTokens } from './application/personal-tokens.js';
import { ProvisionPeople } from './application/provision-people.js';
import { RecogniseAccessToken } from './application/recognise-access-token.js';
import { RecogniseKey } from './application/recognise-key.js';
import { RecogniseSession, SignOut } from './application/recognise-session.js';
import { RefreshGroups } from './application/refresh-groups.js';
import { ResolveOwner } from './application/resolve-owner.js';
import { RotateKey } from './application/rotate-key.js';
import { SignIn } from './application/sign-in.js';
import { AccessTokens } from './domain/access-token.js';
import { FilterCounters } from './domain/filter-counters.js';
import { GroupMappings } from './domain/group-mapping.js';
import { IdentityProvider } from './domain/identity-provider.js';
import { KeySecrets, AdminKey, StatisticsSetting, GroupsInUse } from './domain/api-key.js';
import { KeyStore } from './domain/key-store.js';
import { ScimStore } from './domain/scim-store.js';
import { SessionSecrets, UserStore } from './domain/user-store.js';
import { SignInLimits } from './domain/user.js';
import { VerifiedSecrets } from './domain/verified-secrets.js';
import {
  ConfiguredSignInLimits,
  ConfiguredStatistics,
  ConfiguredAdminKey,
} from './infrastructure/configured-access.js';
import { CryptoSessionSecrets } from './infrastructure/crypto-session-secrets.js';
import { JwtAccessTokens } from './infrastructure/jwt-access-tokens.js';
import { MinuteCounts } from './infrastructure/minute-counts.js';
import { OpenIdProvider } from './infrastructure/openid-provider.js';
import { ProviderDescription } from './infrastructure/provider-description.js';
import { ScryptKeySecrets } from './infrastructure/scrypt-key-secrets.js';
import { SqlGroupMappings, SqlGroupsInUse } from './infrastructure/sql-group-mappings.js';
import { SqlKeyStore } from './infrastructure/sql-key-store.js';
import { SqlScimStore } from './infrastructure/sql-scim-store.js';
import { SqlUserStore } from './infrastructure/sql-user-store.js';
import { AccessGuard } from './interface/access.guard.js';
import { AdmitDirectory } from './interface/admit-directory.js';
import { ScimController } from './interface/scim.controller.js';
import { ScimDescriptionController } from './interface/scim-description.controller.js';
import { ApiKeysController } from './interface/api-keys.controller.js';
import { FilterController } from './interface/filter.controller.js';
import { IdentifyCaller } from './interface/admit-caller.js';
import { OpenRequests } from './interface/open-requests.js';
import { PersonalTokensController } from './interface/personal-tokens.controller.js';
import { ProtectedResource } from './interface/protected-resource.js';
import { ProtectedResourceController } from './interface/protected-resource.controller.js';
import { RateLimitGuard } from './interface/rate-limit.guard.js';
import { ReadRequestScope } from './interface/request-scope.js';
import { SessionCookie } from './interface/session-cookie.js';
import { SessionController } from './interface/session.controller.js';
import { SignInController } from './interface/sign-in.controller.js';
import { UsersController } from './interface/users.controller.js';

const MINUTE_MS = 60_000;

const throttler = ThrottlerModule.forRootAsync({
  inject: [Environment, MonotonicClock],
  useFactory: ({ RATE_LIMIT_PER_MINUTE }: Environment, clock: MonotonicClock) => ({
    throttlers: [{ ttl: MINUTE_MS, limit: RATE_LIMIT_PER_MINUTE }],
    storage: new MinuteCounts(clock),
    skipIf: () => RATE_LIMIT_PER_MINUTE === 0,
  }),
});

/**
 * Authentication and authorization: the guards of all routes, the keys, and the routes about the filter. Needs
 * AgentScopes from a global module.
 */
@Global()
@Module({
  imports: [throttler],
  controllers: [
    FilterController,
    ApiKeysController,
    SignInController,
    ProtectedResourceController,
    SessionController,
    PersonalTokensController,
    UsersController,
    ScimController,
    ScimDescriptionController,
  ],
  providers: [
    Authenticate,
    CallerRights,
    RecogniseAccessToken,
    RecogniseKey,
    RecogniseSession,
    RefreshGroups,
    SignIn,
    SignOut,
    PersonalTokens,
    ManageUsers,
    ProvisionPeople,
    AdmitDirectory,
    EditGroupMapping,
    SessionCookie,
    ProtectedResource,
    ProviderDescription,
    CreateKey,
    ListKeys,
    RotateKey,
    RevokeKey,
    FindKeyFilter,
    ExpiryClock,
    IdentifyCaller,
    OpenRequests,
    ReadRequestScope,
    { provide: CurrentRights, useClass: ResolveOwner },
    {
      provide: AccessDatabase,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        SqliteDatabase.open({
          file: embeddedFile(environment, 'access'),
          // A revoked key must stay revoked after a power failure.
          durability: 'full',
          ...ACCESS_SCHEMA,
          entities: [],
        }),
    },
    { provide: OwnAddresses, useClass: LocalAddresses },
    { provide: AdminKey, useClass: ConfiguredAdminKey },
    { provide: StatisticsSetting, useClass: ConfiguredStatistics },
    provideSqlStore(AccessSqlStore, AccessDatabase),
    { provide: GroupsInUse, useClass: SqlGroupsInUse },
    { provide: KeyStore, useClass: SqlKeyStore },
    { provide: KeySecrets, useClass: ScryptKeySecrets },
    { provide: UserStore, useClass: SqlUserStore },
    { provide: ScimStore, useClass: SqlScimStore },
    { provide: GroupMappings, useClass: SqlGroupMappings },
    { provide: SessionSecrets, useClass: CryptoSessionSecrets },
    { provide: SignInLimits, useClass: ConfiguredSignInLimits },
    { provide: IdentityProvider, useClass: OpenIdProvider },
    { provide: AccessTokens, useClass: JwtAccessTokens },
    { provide: VerifiedSecrets, useFactory: () => new VerifiedSecrets() },
    { provide: FilterCounters, useFactory: () => new FilterCounters() },
    // Order matters: the rate limit of a key needs the authenticated key.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [
    AccessDatabase,
    Authenticate,
    CallerRights,
    CurrentRights,
    EditGroupMapping,
    FilterCounters,
    FindKeyFilter,
    IdentifyCaller,
    ManageUsers,
    OwnAddresses,
    SessionCookie,
  ],
})
export class AccessModule implements OnApplicationShutdown {
  constructor(private readonly database: AccessDatabase) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
