// Made by tools/generate-kube-types.mjs of the Go types of Kubernetes 1.36: not to be changed by hand.
// The form is described in facts.ts.

/** The facts of each package, one type to a line. */
export const factsOfPackages: Readonly<Record<string, string>> = {
  'admissionregistration/v1': `admissionregistration.k8s.io io.k8s.api.admissionregistration.v1
ApplyConfiguration:expression s 1 o
AuditAnnotation:key s 1|valueExpression s 2
ExpressionWarning:fieldRef s 2|warning s 3
FailurePolicyType=s ["Fail","Ignore"]
JSONPatch:expression s 1 o
MatchCondition:name s 1|expression s 2
MatchPolicyType=s ["Equivalent","Exact"]
MatchResources~:namespaceSelector *meta/v1.LabelSelector 1 o|objectSelector *meta/v1.LabelSelector 2 o|resourceRules [NamedRuleWithOperations 3 o La|excludeResourceRules [NamedRuleWithOperations 4 o La|matchPolicy *MatchPolicyType 7 o
MutatingAdmissionPolicy:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec MutatingAdmissionPolicySpec 2 o
MutatingAdmissionPolicyBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec MutatingAdmissionPolicyBindingSpec 2 o
MutatingAdmissionPolicyBindingList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [MutatingAdmissionPolicyBinding 2
MutatingAdmissionPolicyBindingSpec:policyName s 1 o|paramRef *ParamRef 2 o|matchResources *MatchResources 3 o
MutatingAdmissionPolicyList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [MutatingAdmissionPolicy 2
MutatingAdmissionPolicySpec:paramKind *ParamKind 1 o|matchConstraints *MatchResources 2 o|variables [Variable 3 o La|mutations [Mutation 4 o La|failurePolicy *FailurePolicyType 5 o|matchConditions [MatchCondition 6 o Lm,name Pmerge Kname|reinvocationPolicy ReinvocationPolicyType 7 o
MutatingWebhook:name s 1|clientConfig WebhookClientConfig 2|rules [RuleWithOperations 3 o La|failurePolicy *FailurePolicyType 4 o|matchPolicy *MatchPolicyType 9 o|namespaceSelector *meta/v1.LabelSelector 5 o|objectSelector *meta/v1.LabelSelector 11 o|sideEffects *SideEffectClass 6|timeoutSeconds *i 7 o|admissionReviewVersions [s 8 La|reinvocationPolicy *ReinvocationPolicyType 10 o|matchConditions [MatchCondition 12 o Lm,name Pmerge Kname
MutatingWebhookConfiguration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|webhooks [MutatingWebhook 2 o Lm,name Pmerge Kname
MutatingWebhookConfigurationList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [MutatingWebhookConfiguration 2
Mutation:patchType PatchType 2|applyConfiguration *ApplyConfiguration 3 o|jsonPatch *JSONPatch 4 o
NamedRuleWithOperations~:resourceNames [s 1 o La|. RuleWithOperations 2
OperationType=s ["*","CONNECT","CREATE","DELETE","UPDATE"]
ParamKind~:apiVersion s 1 o|kind s 2 o
ParamRef~:name s 1 o|namespace s 2 o|selector *meta/v1.LabelSelector 3 o|parameterNotFoundAction *ParameterNotFoundActionType 4 o
ParameterNotFoundActionType=s
PatchType=s ["ApplyConfiguration","JSONPatch"]
ReinvocationPolicyType=s ["IfNeeded","Never"]
Rule:apiGroups [s 1 o La|apiVersions [s 2 o La|resources [s 3 o La|scope *ScopeType 4 o
RuleWithOperations:operations [OperationType 1 o La|. Rule 2
ScopeType=s ["*","Cluster","Namespaced"]
ServiceReference:namespace s 1|name s 2|path *s 3 o|port *i 4 o
SideEffectClass=s ["None","NoneOnDryRun","Some","Unknown"]
TypeChecking:expressionWarnings [ExpressionWarning 1 o La
ValidatingAdmissionPolicy:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ValidatingAdmissionPolicySpec 2 o|status ValidatingAdmissionPolicyStatus 3 o
ValidatingAdmissionPolicyBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ValidatingAdmissionPolicyBindingSpec 2 o !
ValidatingAdmissionPolicyBindingList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ValidatingAdmissionPolicyBinding 2
ValidatingAdmissionPolicyBindingSpec:policyName s 1 o !|paramRef *ParamRef 2 o|matchResources *MatchResources 3 o|validationActions [ValidationAction 4 o ! Ls
ValidatingAdmissionPolicyList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ValidatingAdmissionPolicy 2
ValidatingAdmissionPolicySpec:paramKind *ParamKind 1 o|matchConstraints *MatchResources 2 o|validations [Validation 3 o La|failurePolicy *FailurePolicyType 4 o|auditAnnotations [AuditAnnotation 5 o La|matchConditions [MatchCondition 6 o Lm,name Pmerge Kname|variables [Variable 7 o Lm,name Pmerge Kname
ValidatingAdmissionPolicyStatus:observedGeneration l 1 o|typeChecking *TypeChecking 2 o|conditions [meta/v1.Condition 3 o Lm,type
ValidatingWebhook:name s 1|clientConfig WebhookClientConfig 2|rules [RuleWithOperations 3 o La|failurePolicy *FailurePolicyType 4 o|matchPolicy *MatchPolicyType 9 o|namespaceSelector *meta/v1.LabelSelector 5 o|objectSelector *meta/v1.LabelSelector 10 o|sideEffects *SideEffectClass 6|timeoutSeconds *i 7 o|admissionReviewVersions [s 8 La|matchConditions [MatchCondition 11 o Lm,name Pmerge Kname
ValidatingWebhookConfiguration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|webhooks [ValidatingWebhook 2 o Lm,name Pmerge Kname
ValidatingWebhookConfigurationList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ValidatingWebhookConfiguration 2
Validation:expression s 1|message s 2 o|reason *meta/v1.StatusReason 3 o|messageExpression s 4 o
ValidationAction=s ["Audit","Deny","Warn"]
Variable~:name s 1|expression s 2
WebhookClientConfig:url *s 3 o|service *ServiceReference 1 o|caBundle y 2 o
`,
  'admissionregistration/v1alpha1': `admissionregistration.k8s.io io.k8s.api.admissionregistration.v1alpha1
ApplyConfiguration:expression s 1 o
AuditAnnotation:key s 1|valueExpression s 2
ExpressionWarning:fieldRef s 2|warning s 3
FailurePolicyType=s ["Fail","Ignore"]
JSONPatch:expression s 1 o
MatchCondition:name s 1|expression s 2
MatchPolicyType=s ["Equivalent","Exact"]
MatchResources~:namespaceSelector *meta/v1.LabelSelector 1 o|objectSelector *meta/v1.LabelSelector 2 o|resourceRules [NamedRuleWithOperations 3 o La|excludeResourceRules [NamedRuleWithOperations 4 o La|matchPolicy *MatchPolicyType 7 o
MutatingAdmissionPolicy:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec MutatingAdmissionPolicySpec 2 o
MutatingAdmissionPolicyBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec MutatingAdmissionPolicyBindingSpec 2 o
MutatingAdmissionPolicyBindingList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [MutatingAdmissionPolicyBinding 2
MutatingAdmissionPolicyBindingSpec:policyName s 1 o|paramRef *ParamRef 2 o|matchResources *MatchResources 3 o
MutatingAdmissionPolicyList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [MutatingAdmissionPolicy 2
MutatingAdmissionPolicySpec:paramKind *ParamKind 1 o|matchConstraints *MatchResources 2 o|variables [Variable 3 o La|mutations [Mutation 4 o La|failurePolicy *FailurePolicyType 5 o|matchConditions [MatchCondition 6 o Lm,name Pmerge Kname|reinvocationPolicy admissionregistration/v1.ReinvocationPolicyType 7 o
Mutation:patchType PatchType 2|applyConfiguration *ApplyConfiguration 3 o|jsonPatch *JSONPatch 4 o
NamedRuleWithOperations~:resourceNames [s 1 o La|. admissionregistration/v1.RuleWithOperations 2
ParamKind~:apiVersion s 1 o|kind s 2 o
ParamRef~:name s 1 o|namespace s 2 o|selector *meta/v1.LabelSelector 3 o|parameterNotFoundAction *ParameterNotFoundActionType 4 o
ParameterNotFoundActionType=s ["Allow","Deny"]
PatchType=s ["ApplyConfiguration","JSONPatch"]
TypeChecking:expressionWarnings [ExpressionWarning 1 o La
ValidatingAdmissionPolicy:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ValidatingAdmissionPolicySpec 2 o|status ValidatingAdmissionPolicyStatus 3 o
ValidatingAdmissionPolicyBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ValidatingAdmissionPolicyBindingSpec 2 o !
ValidatingAdmissionPolicyBindingList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ValidatingAdmissionPolicyBinding 2
ValidatingAdmissionPolicyBindingSpec:policyName s 1 o !|paramRef *ParamRef 2 o|matchResources *MatchResources 3 o|validationActions [ValidationAction 4 o ! Ls
ValidatingAdmissionPolicyList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ValidatingAdmissionPolicy 2
ValidatingAdmissionPolicySpec:paramKind *ParamKind 1 o|matchConstraints *MatchResources 2 o|validations [Validation 3 o La|failurePolicy *FailurePolicyType 4 o|auditAnnotations [AuditAnnotation 5 o La|matchConditions [MatchCondition 6 o Lm,name Pmerge Kname|variables [Variable 7 o Lm,name Pmerge Kname
ValidatingAdmissionPolicyStatus:observedGeneration l 1 o|typeChecking *TypeChecking 2 o|conditions [meta/v1.Condition 3 o Lm,type
Validation:expression s 1|message s 2 o|reason *meta/v1.StatusReason 3 o|messageExpression s 4 o
ValidationAction=s ["Audit","Deny","Warn"]
Variable:name s 1|expression s 2
`,
  'admissionregistration/v1beta1': `admissionregistration.k8s.io io.k8s.api.admissionregistration.v1beta1
ApplyConfiguration:expression s 1 o
AuditAnnotation:key s 1|valueExpression s 2
ExpressionWarning:fieldRef s 2|warning s 3
FailurePolicyType=s
JSONPatch:expression s 1 o
MatchCondition:name s 1|expression s 2
MatchPolicyType=s
MatchResources~:namespaceSelector *meta/v1.LabelSelector 1 o|objectSelector *meta/v1.LabelSelector 2 o|resourceRules [NamedRuleWithOperations 3 o La|excludeResourceRules [NamedRuleWithOperations 4 o La|matchPolicy *MatchPolicyType 7 o
MutatingAdmissionPolicy:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec MutatingAdmissionPolicySpec 2 o
MutatingAdmissionPolicyBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec MutatingAdmissionPolicyBindingSpec 2 o
MutatingAdmissionPolicyBindingList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [MutatingAdmissionPolicyBinding 2
MutatingAdmissionPolicyBindingSpec:policyName s 1 o|paramRef *ParamRef 2 o|matchResources *MatchResources 3 o
MutatingAdmissionPolicyList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [MutatingAdmissionPolicy 2
MutatingAdmissionPolicySpec:paramKind *ParamKind 1 o|matchConstraints *MatchResources 2 o|variables [Variable 3 o La|mutations [Mutation 4 o La|failurePolicy *FailurePolicyType 5 o|matchConditions [MatchCondition 6 o Lm,name Pmerge Kname|reinvocationPolicy admissionregistration/v1.ReinvocationPolicyType 7 o
MutatingWebhook:name s 1|clientConfig WebhookClientConfig 2|rules [admissionregistration/v1.RuleWithOperations 3 o La|failurePolicy *FailurePolicyType 4 o|matchPolicy *MatchPolicyType 9 o|namespaceSelector *meta/v1.LabelSelector 5 o|objectSelector *meta/v1.LabelSelector 11 o|sideEffects *SideEffectClass 6 o|timeoutSeconds *i 7 o|admissionReviewVersions [s 8 o La|reinvocationPolicy *admissionregistration/v1.ReinvocationPolicyType 10 o|matchConditions [MatchCondition 12 o Lm,name Pmerge Kname
MutatingWebhookConfiguration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|webhooks [MutatingWebhook 2 o Lm,name Pmerge Kname
MutatingWebhookConfigurationList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [MutatingWebhookConfiguration 2
Mutation:patchType PatchType 2|applyConfiguration *ApplyConfiguration 3 o|jsonPatch *JSONPatch 4 o
NamedRuleWithOperations~:resourceNames [s 1 o La|. admissionregistration/v1.RuleWithOperations 2
ParamKind~:apiVersion s 1 o|kind s 2 o
ParamRef~:name s 1 o|namespace s 2 o|selector *meta/v1.LabelSelector 3 o|parameterNotFoundAction *ParameterNotFoundActionType 4 o
ParameterNotFoundActionType=s
PatchType=s ["ApplyConfiguration","JSONPatch"]
ServiceReference:namespace s 1|name s 2|path *s 3 o|port *i 4 o
SideEffectClass=s
TypeChecking:expressionWarnings [ExpressionWarning 1 o La
ValidatingAdmissionPolicy:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ValidatingAdmissionPolicySpec 2 o|status ValidatingAdmissionPolicyStatus 3 o
ValidatingAdmissionPolicyBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ValidatingAdmissionPolicyBindingSpec 2 o !
ValidatingAdmissionPolicyBindingList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ValidatingAdmissionPolicyBinding 2
ValidatingAdmissionPolicyBindingSpec:policyName s 1 o !|paramRef *ParamRef 2 o|matchResources *MatchResources 3 o|validationActions [ValidationAction 4 o ! Ls
ValidatingAdmissionPolicyList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ValidatingAdmissionPolicy 2
ValidatingAdmissionPolicySpec:paramKind *ParamKind 1 o|matchConstraints *MatchResources 2 o|validations [Validation 3 o La|failurePolicy *FailurePolicyType 4 o|auditAnnotations [AuditAnnotation 5 o La|matchConditions [MatchCondition 6 o Lm,name Pmerge Kname|variables [Variable 7 o Lm,name Pmerge Kname
ValidatingAdmissionPolicyStatus:observedGeneration l 1 o|typeChecking *TypeChecking 2 o|conditions [meta/v1.Condition 3 o Lm,type
ValidatingWebhook:name s 1|clientConfig WebhookClientConfig 2|rules [admissionregistration/v1.RuleWithOperations 3 o La|failurePolicy *FailurePolicyType 4 o|matchPolicy *MatchPolicyType 9 o|namespaceSelector *meta/v1.LabelSelector 5 o|objectSelector *meta/v1.LabelSelector 10 o|sideEffects *SideEffectClass 6 o La|timeoutSeconds *i 7 o|admissionReviewVersions [s 8 o La|matchConditions [MatchCondition 11 o Lm,name Pmerge Kname
ValidatingWebhookConfiguration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|webhooks [ValidatingWebhook 2 o Lm,name Pmerge Kname
ValidatingWebhookConfigurationList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ValidatingWebhookConfiguration 2
Validation:expression s 1|message s 2 o|reason *meta/v1.StatusReason 3 o|messageExpression s 4 o
ValidationAction=s ["Audit","Deny","Warn"]
Variable~:name s 1|expression s 2
WebhookClientConfig:url *s 3 o|service *ServiceReference 1 o|caBundle y 2 o
`,
  'apidiscovery/v2': `apidiscovery.k8s.io io.k8s.api.apidiscovery.v2
APIGroupDiscovery:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|versions [APIVersionDiscovery 2 o Lm,version
APIGroupDiscoveryList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [APIGroupDiscovery 2
APIResourceDiscovery:resource s 1|responseKind *meta/v1.GroupVersionKind 2 o|scope ResourceScope 3|singularResource s 4|verbs [s 5 Ls|shortNames [s 6 o Ls|categories [s 7 o Ls|subresources [APISubresourceDiscovery 8 o Lm,subresource
APISubresourceDiscovery:subresource s 1|responseKind *meta/v1.GroupVersionKind 2 o|acceptedTypes [meta/v1.GroupVersionKind 3 o Lm,group,version,kind|verbs [s 4 Ls
APIVersionDiscovery:version s 1|resources [APIResourceDiscovery 2 o Lm,resource|freshness DiscoveryFreshness 3 o
DiscoveryFreshness=s
ResourceScope=s
`,
  'apiextensions/v1': `apiextensions.k8s.io io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1
ConditionStatus=s
ConversionRequest:uid types.UID 1|desiredAPIVersion s 2|objects [runtime.RawExtension 3 La
ConversionResponse:uid types.UID 1|convertedObjects [runtime.RawExtension 2 La|result meta/v1.Status 3
ConversionReview:. meta/v1.TypeMeta 0|request *ConversionRequest 1 o|response *ConversionResponse 2 o
ConversionStrategyType=s
CustomResourceColumnDefinition:name s 1|type s 2|format s 3 o|description s 4 o|priority i 5 o|jsonPath s 6
CustomResourceConversion:strategy ConversionStrategyType 1|webhook *WebhookConversion 2 o
CustomResourceDefinition:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CustomResourceDefinitionSpec 2|status CustomResourceDefinitionStatus 3 o
CustomResourceDefinitionCondition:type CustomResourceDefinitionConditionType 1|status ConditionStatus 2|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o|observedGeneration l 6 o
CustomResourceDefinitionConditionType=s
CustomResourceDefinitionList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CustomResourceDefinition 2
CustomResourceDefinitionNames:plural s 1|singular s 2 o|shortNames [s 3 o La|kind s 4|listKind s 5 o|categories [s 6 o La
CustomResourceDefinitionSpec:group s 1|names CustomResourceDefinitionNames 3|scope ResourceScope 4|versions [CustomResourceDefinitionVersion 7 La|conversion *CustomResourceConversion 9 o|preserveUnknownFields b 10 o
CustomResourceDefinitionStatus:conditions [CustomResourceDefinitionCondition 1 ? Lm,type|acceptedNames CustomResourceDefinitionNames 2 ?|storedVersions [s 3 ? La|observedGeneration l 4 o
CustomResourceDefinitionVersion:name s 1|served b 2|storage b 3|deprecated b 7 o|deprecationWarning *s 8 o|schema *CustomResourceValidation 4 o|subresources *CustomResourceSubresources 5 o|additionalPrinterColumns [CustomResourceColumnDefinition 6 o La|selectableFields [SelectableField 9 o La
CustomResourceSubresourceScale:specReplicasPath s 1|statusReplicasPath s 2|labelSelectorPath *s 3 o
CustomResourceSubresourceStatus:
CustomResourceSubresources:status *CustomResourceSubresourceStatus 1 o|scale *CustomResourceSubresourceScale 2 o
CustomResourceValidation:openAPIV3Schema *JSONSchemaProps 1 o
ExternalDocumentation:description s 1 o|url s 2 o
FieldValueErrorReason=s ["FieldValueDuplicate","FieldValueForbidden","FieldValueInvalid","FieldValueRequired"]
JSON!
JSONSchemaDefinitions={JSONSchemaProps
JSONSchemaDependencies={JSONSchemaPropsOrStringArray
JSONSchemaProps:id s 1 o|$schema JSONSchemaURL 2 o|$ref *s 3 o|description s 4 o|type s 5 o|format s 6 o|title s 7 o|default *JSON 8 o|maximum *d 9 o|exclusiveMaximum b 10 o|minimum *d 11 o|exclusiveMinimum b 12 o|maxLength *l 13 o|minLength *l 14 o|pattern s 15 o|maxItems *l 16 o|minItems *l 17 o|uniqueItems b 18 o|multipleOf *d 19 o|enum [JSON 20 o La|maxProperties *l 21 o|minProperties *l 22 o|required [s 23 o La|items *JSONSchemaPropsOrArray 24 o|allOf [JSONSchemaProps 25 o La|oneOf [JSONSchemaProps 26 o La|anyOf [JSONSchemaProps 27 o La|not *JSONSchemaProps 28 o|properties {JSONSchemaProps 29 o|additionalProperties *JSONSchemaPropsOrBool 30 o|patternProperties {JSONSchemaProps 31 o|dependencies JSONSchemaDependencies 32 o|additionalItems *JSONSchemaPropsOrBool 33 o|definitions JSONSchemaDefinitions 34 o|externalDocs *ExternalDocumentation 35 o|example *JSON 36 o|nullable b 37 o|x-kubernetes-preserve-unknown-fields *b 38 o|x-kubernetes-embedded-resource b 39 o|x-kubernetes-int-or-string b 40 o|x-kubernetes-list-map-keys [s 41 o La|x-kubernetes-list-type *s 42 o|x-kubernetes-map-type *s 43 o|x-kubernetes-validations ValidationRules 44 o Lm,rule Pmerge Krule
JSONSchemaPropsOrArray!
JSONSchemaPropsOrBool!
JSONSchemaPropsOrStringArray!
JSONSchemaURL=s
ResourceScope=s
SelectableField:jsonPath s 1
ServiceReference:namespace s 1|name s 2|path *s 3 o|port *i 4 o
ValidationRule:rule s 1|message s 2 o|messageExpression s 3 o|reason *FieldValueErrorReason 4 o|fieldPath s 5 o|optionalOldSelf *b 6 o
ValidationRules=[ValidationRule
WebhookClientConfig:url *s 3 o|service *ServiceReference 1 o|caBundle y 2 o
WebhookConversion:clientConfig *WebhookClientConfig 2 o|conversionReviewVersions [s 3 La
`,
  'apiregistration/v1': `apiregistration.k8s.io io.k8s.kube-aggregator.pkg.apis.apiregistration.v1
APIService:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec APIServiceSpec 2 o|status APIServiceStatus 3 o
APIServiceCondition:type APIServiceConditionType 1|status ConditionStatus 2|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o
APIServiceConditionType=s
APIServiceList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [APIService 2
APIServiceSpec:service *ServiceReference 1 o|group s 2 o|version s 3 o|insecureSkipTLSVerify b 4 o|caBundle y 5 o La|groupPriorityMinimum i 7|versionPriority i 8
APIServiceStatus:conditions [APIServiceCondition 1 o Lm,type Pmerge Ktype
ConditionStatus=s
ServiceReference:namespace s 1 o|name s 2 o|port *i 3 o
`,
  'apiserverinternal/v1alpha1': `internal.apiserver.k8s.io io.k8s.api.apiserverinternal.v1alpha1
ConditionStatus=s
ServerStorageVersion:apiServerID s 1 o !|encodingVersion s 2 o !|decodableVersions [s 3 o ! Ls|servedVersions [s 4 o Ls
StorageVersion:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o !|spec StorageVersionSpec 2 ?|status StorageVersionStatus 3 ?
StorageVersionCondition:type StorageVersionConditionType 1|status ConditionStatus 2|observedGeneration l 3 o|lastTransitionTime meta/v1.Time 4 o|reason s 5|message s 6 o !
StorageVersionConditionType=s
StorageVersionList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [StorageVersion 2
StorageVersionSpec:
StorageVersionStatus:storageVersions [ServerStorageVersion 1 o Lm,apiServerID|commonEncodingVersion *s 2 o|conditions [StorageVersionCondition 3 o Lm,type
`,
  'apps/v1': `apps io.k8s.api.apps.v1
ControllerRevision:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|data runtime.RawExtension 2 o|revision l 3
ControllerRevisionList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ControllerRevision 2
DaemonSet:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DaemonSetSpec 2 o|status DaemonSetStatus 3 o
DaemonSetCondition:type DaemonSetConditionType 1|status core/v1.ConditionStatus 2|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o
DaemonSetConditionType=s
DaemonSetList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [DaemonSet 2
DaemonSetSpec:selector *meta/v1.LabelSelector 1|template core/v1.PodTemplateSpec 2|updateStrategy DaemonSetUpdateStrategy 3 o|minReadySeconds i 4 o|revisionHistoryLimit *i 6 o
DaemonSetStatus:currentNumberScheduled i 1|numberMisscheduled i 2|desiredNumberScheduled i 3|numberReady i 4|observedGeneration l 5 o|updatedNumberScheduled i 6 o|numberAvailable i 7 o|numberUnavailable i 8 o|collisionCount *i 9 o|conditions [DaemonSetCondition 10 o Lm,type Pmerge Ktype
DaemonSetUpdateStrategy:type DaemonSetUpdateStrategyType 1 o|rollingUpdate *RollingUpdateDaemonSet 2 o
DaemonSetUpdateStrategyType=s ["OnDelete","RollingUpdate"]
Deployment:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DeploymentSpec 2 o|status DeploymentStatus 3 o
DeploymentCondition:type DeploymentConditionType 1|status core/v1.ConditionStatus 2|lastUpdateTime meta/v1.Time 6 o|lastTransitionTime meta/v1.Time 7 o|reason s 4 o|message s 5 o
DeploymentConditionType=s
DeploymentList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Deployment 2
DeploymentSpec:replicas *i 1 o|selector *meta/v1.LabelSelector 2|template core/v1.PodTemplateSpec 3|strategy DeploymentStrategy 4 o PretainKeys|minReadySeconds i 5 o|revisionHistoryLimit *i 6 o|paused b 7 o|progressDeadlineSeconds *i 9 o
DeploymentStatus:observedGeneration l 1 o|replicas i 2 o|updatedReplicas i 3 o|readyReplicas i 7 o|availableReplicas i 4 o|unavailableReplicas i 5 o|terminatingReplicas *i 9 o|conditions [DeploymentCondition 6 o Lm,type Pmerge Ktype|collisionCount *i 8 o
DeploymentStrategy:type DeploymentStrategyType 1 o|rollingUpdate *RollingUpdateDeployment 2 o
DeploymentStrategyType=s ["Recreate","RollingUpdate"]
PersistentVolumeClaimRetentionPolicyType=s
PodManagementPolicyType=s ["OrderedReady","Parallel"]
ReplicaSet:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ReplicaSetSpec 2 o|status ReplicaSetStatus 3 o
ReplicaSetCondition:type ReplicaSetConditionType 1|status core/v1.ConditionStatus 2|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o
ReplicaSetConditionType=s
ReplicaSetList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ReplicaSet 2
ReplicaSetSpec:replicas *i 1 o|minReadySeconds i 4 o|selector *meta/v1.LabelSelector 2|template core/v1.PodTemplateSpec 3 o
ReplicaSetStatus:replicas i 1|fullyLabeledReplicas i 2 o|readyReplicas i 4 o|availableReplicas i 5 o|terminatingReplicas *i 7 o|observedGeneration l 3 o|conditions [ReplicaSetCondition 6 o Lm,type Pmerge Ktype
RollingUpdateDaemonSet:maxUnavailable *intstr.IntOrString 1 o|maxSurge *intstr.IntOrString 2 o
RollingUpdateDeployment:maxUnavailable *intstr.IntOrString 1 o|maxSurge *intstr.IntOrString 2 o
RollingUpdateStatefulSetStrategy:partition *i 1 o|maxUnavailable *intstr.IntOrString 2 o
StatefulSet:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec StatefulSetSpec 2 o|status StatefulSetStatus 3 o
StatefulSetCondition:type StatefulSetConditionType 1|status core/v1.ConditionStatus 2|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o
StatefulSetConditionType=s
StatefulSetList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [StatefulSet 2
StatefulSetOrdinals:start i 1 ?
StatefulSetPersistentVolumeClaimRetentionPolicy:whenDeleted PersistentVolumeClaimRetentionPolicyType 1 o|whenScaled PersistentVolumeClaimRetentionPolicyType 2 o
StatefulSetSpec:replicas *i 1 o|selector *meta/v1.LabelSelector 2|template core/v1.PodTemplateSpec 3|volumeClaimTemplates [core/v1.PersistentVolumeClaim 4 o La|serviceName s 5 ?|podManagementPolicy PodManagementPolicyType 6 o|updateStrategy StatefulSetUpdateStrategy 7 o|revisionHistoryLimit *i 8 o|minReadySeconds i 9 o|persistentVolumeClaimRetentionPolicy *StatefulSetPersistentVolumeClaimRetentionPolicy 10 o|ordinals *StatefulSetOrdinals 11 o
StatefulSetStatus:observedGeneration l 1 o|replicas i 2|readyReplicas i 3 o|currentReplicas i 4 o|updatedReplicas i 5 o|currentRevision s 6 o|updateRevision s 7 o|collisionCount *i 9 o|conditions [StatefulSetCondition 10 o Lm,type Pmerge Ktype|availableReplicas i 11 ?
StatefulSetUpdateStrategy:type StatefulSetUpdateStrategyType 1 o|rollingUpdate *RollingUpdateStatefulSetStrategy 2 o
StatefulSetUpdateStrategyType=s ["OnDelete","RollingUpdate"]
`,
  'authentication/v1': `authentication.k8s.io io.k8s.api.authentication.v1
BoundObjectReference:kind s 1 o|apiVersion s 2 o|name s 3 o|uid types.UID 4 o
ExtraValue=^[s
SelfSubjectReview:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|status SelfSubjectReviewStatus 2 o
SelfSubjectReviewStatus:userInfo UserInfo 1 o
TokenRequest:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec TokenRequestSpec 2 ?|status TokenRequestStatus 3 o
TokenRequestSpec:audiences [s 1 ? La|expirationSeconds *l 4 ?|boundObjectRef *BoundObjectReference 3 ?
TokenRequestStatus:token s 1 ?|expirationTimestamp meta/v1.Time 2 ?
TokenReview:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec TokenReviewSpec 2|status TokenReviewStatus 3 o
TokenReviewSpec:token s 1 o !|audiences [s 2 o La
TokenReviewStatus:authenticated b 1 o|user UserInfo 2 o|audiences [s 4 o La|error s 3 o
UserInfo:username s 1 o|uid s 2 o|groups [s 3 o La|extra {ExtraValue 4 o
`,
  'authorization/v1': `authorization.k8s.io io.k8s.api.authorization.v1
ExtraValue=^[s
FieldSelectorAttributes:rawSelector s 1 o|requirements [meta/v1.FieldSelectorRequirement 2 o La
LabelSelectorAttributes:rawSelector s 1 o|requirements [meta/v1.LabelSelectorRequirement 2 o La
LocalSubjectAccessReview:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec SubjectAccessReviewSpec 2|status SubjectAccessReviewStatus 3 o
NonResourceAttributes:path s 1 o|verb s 2 o
NonResourceRule:verbs [s 1 La|nonResourceURLs [s 2 o La
ResourceAttributes:namespace s 1 o|verb s 2 o|group s 3 o|version s 4 o|resource s 5 o|subresource s 6 o|name s 7 o|fieldSelector *FieldSelectorAttributes 8 o|labelSelector *LabelSelectorAttributes 9 o
ResourceRule:verbs [s 1 La|apiGroups [s 2 o La|resources [s 3 o La|resourceNames [s 4 o La
SelfSubjectAccessReview:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec SelfSubjectAccessReviewSpec 2|status SubjectAccessReviewStatus 3 o
SelfSubjectAccessReviewSpec:resourceAttributes *ResourceAttributes 1 o|nonResourceAttributes *NonResourceAttributes 2 o
SelfSubjectRulesReview:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec SelfSubjectRulesReviewSpec 2|status SubjectRulesReviewStatus 3 o
SelfSubjectRulesReviewSpec:namespace s 1 o
SubjectAccessReview:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec SubjectAccessReviewSpec 2|status SubjectAccessReviewStatus 3 o
SubjectAccessReviewSpec:resourceAttributes *ResourceAttributes 1 o|nonResourceAttributes *NonResourceAttributes 2 o|user s 3 o|groups [s 4 o La|extra {ExtraValue 5 o|uid s 6 o
SubjectAccessReviewStatus:allowed b 1|denied b 4 o|reason s 2 o|evaluationError s 3 o
SubjectRulesReviewStatus:resourceRules [ResourceRule 1 La|nonResourceRules [NonResourceRule 2 La|incomplete b 3|evaluationError s 4 o
`,
  'autoscaling/v1': `autoscaling io.k8s.api.autoscaling.v1
CrossVersionObjectReference~:kind s 1|name s 2|apiVersion s 3 o
HorizontalPodAutoscaler:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec HorizontalPodAutoscalerSpec 2 o !|status HorizontalPodAutoscalerStatus 3 o
HorizontalPodAutoscalerList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [HorizontalPodAutoscaler 2
HorizontalPodAutoscalerSpec:scaleTargetRef CrossVersionObjectReference 1|minReplicas *i 2 o|maxReplicas i 3|targetCPUUtilizationPercentage *i 4 o
HorizontalPodAutoscalerStatus:observedGeneration *l 1 o|lastScaleTime *meta/v1.Time 2 o|currentReplicas i 3|desiredReplicas i 4|currentCPUUtilizationPercentage *i 5 o
Scale:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ScaleSpec 2 o|status ScaleStatus 3 o
ScaleSpec:replicas i 1 o D0
ScaleStatus:replicas i 1|selector s 2 o
`,
  'autoscaling/v2': `autoscaling io.k8s.api.autoscaling.v2
ContainerResourceMetricSource:name core/v1.ResourceName 1|target MetricTarget 2|container s 3
ContainerResourceMetricStatus:name core/v1.ResourceName 1|current MetricValueStatus 2|container s 3
CrossVersionObjectReference:kind s 1|name s 2|apiVersion s 3 o
ExternalMetricSource:metric MetricIdentifier 1|target MetricTarget 2
ExternalMetricStatus:metric MetricIdentifier 1|current MetricValueStatus 2
HPAScalingPolicy:type HPAScalingPolicyType 1|value i 2|periodSeconds i 3
HPAScalingPolicyType=s
HPAScalingRules:stabilizationWindowSeconds *i 3 o|selectPolicy *ScalingPolicySelect 1 o|policies [HPAScalingPolicy 2 o La|tolerance *resource.Quantity 4 o
HorizontalPodAutoscaler:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec HorizontalPodAutoscalerSpec 2 o !|status HorizontalPodAutoscalerStatus 3 o
HorizontalPodAutoscalerBehavior:scaleUp *HPAScalingRules 1 o|scaleDown *HPAScalingRules 2 o
HorizontalPodAutoscalerCondition:type HorizontalPodAutoscalerConditionType 1|status core/v1.ConditionStatus 2|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o
HorizontalPodAutoscalerConditionType=s
HorizontalPodAutoscalerList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [HorizontalPodAutoscaler 2
HorizontalPodAutoscalerSpec:scaleTargetRef CrossVersionObjectReference 1|minReplicas *i 2 o|maxReplicas i 3|metrics [MetricSpec 4 o La|behavior *HorizontalPodAutoscalerBehavior 5 o
HorizontalPodAutoscalerStatus:observedGeneration *l 1 o|lastScaleTime *meta/v1.Time 2 o|currentReplicas i 3 o|desiredReplicas i 4|currentMetrics [MetricStatus 5 ? La|conditions [HorizontalPodAutoscalerCondition 6 o Lm,type Pmerge Ktype
MetricIdentifier:name s 1|selector *meta/v1.LabelSelector 2 o
MetricSourceType=s
MetricSpec:type MetricSourceType 1|object *ObjectMetricSource 2 o|pods *PodsMetricSource 3 o|resource *ResourceMetricSource 4 o|containerResource *ContainerResourceMetricSource 7 o|external *ExternalMetricSource 5 o
MetricStatus:type MetricSourceType 1|object *ObjectMetricStatus 2 o|pods *PodsMetricStatus 3 o|resource *ResourceMetricStatus 4 o|containerResource *ContainerResourceMetricStatus 7 o|external *ExternalMetricStatus 5 o
MetricTarget:type MetricTargetType 1|value *resource.Quantity 2 o|averageValue *resource.Quantity 3 o|averageUtilization *i 4 o
MetricTargetType=s
MetricValueStatus:value *resource.Quantity 1 o|averageValue *resource.Quantity 2 o|averageUtilization *i 3 o
ObjectMetricSource:describedObject CrossVersionObjectReference 1|target MetricTarget 2|metric MetricIdentifier 3
ObjectMetricStatus:metric MetricIdentifier 1|current MetricValueStatus 2|describedObject CrossVersionObjectReference 3
PodsMetricSource:metric MetricIdentifier 1|target MetricTarget 2
PodsMetricStatus:metric MetricIdentifier 1|current MetricValueStatus 2
ResourceMetricSource:name core/v1.ResourceName 1|target MetricTarget 2
ResourceMetricStatus:name core/v1.ResourceName 1|current MetricValueStatus 2
ScalingPolicySelect=s
`,
  'batch/v1': `batch io.k8s.api.batch.v1
CompletionMode=s ["Indexed","NonIndexed"]
ConcurrencyPolicy=s ["Allow","Forbid","Replace"]
CronJob:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CronJobSpec 2 o !|status CronJobStatus 3 o
CronJobList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CronJob 2
CronJobSpec:schedule s 1|timeZone *s 8 o|startingDeadlineSeconds *l 2 o|concurrencyPolicy ConcurrencyPolicy 3 o|suspend *b 4 o|jobTemplate JobTemplateSpec 5|successfulJobsHistoryLimit *i 6 o|failedJobsHistoryLimit *i 7 o
CronJobStatus:active [core/v1.ObjectReference 1 o La|lastScheduleTime *meta/v1.Time 4 o|lastSuccessfulTime *meta/v1.Time 5 o
Job:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec JobSpec 2 o|status JobStatus 3 o
JobCondition:type JobConditionType 1|status core/v1.ConditionStatus 2|lastProbeTime meta/v1.Time 3 o|lastTransitionTime meta/v1.Time 4 o|reason s 5 o|message s 6 o
JobConditionType=s
JobList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Job 2
JobSpec:parallelism *i 1 o|completions *i 2 o|activeDeadlineSeconds *l 3 o|podFailurePolicy *PodFailurePolicy 11 o|successPolicy *SuccessPolicy 16 o|backoffLimit *i 7 o|backoffLimitPerIndex *i 12 o|maxFailedIndexes *i 13 o|selector *meta/v1.LabelSelector 4 o|manualSelector *b 5 o|template core/v1.PodTemplateSpec 6|ttlSecondsAfterFinished *i 8 o|completionMode *CompletionMode 9 o|suspend *b 10 o|podReplacementPolicy *PodReplacementPolicy 14 o|managedBy *s 15 o
JobStatus:conditions [JobCondition 1 o La Pmerge Ktype|startTime *meta/v1.Time 2 o|completionTime *meta/v1.Time 3 o|active i 4 o|succeeded i 5 o|failed i 6 o|terminating *i 11 o|completedIndexes s 7 o|failedIndexes *s 10 o|uncountedTerminatedPods *UncountedTerminatedPods 8 o|ready *i 9 o
JobTemplateSpec:metadata meta/v1.ObjectMeta 1 o|spec JobSpec 2 o
PodFailurePolicy:rules [PodFailurePolicyRule 1 La
PodFailurePolicyAction=s ["Count","FailIndex","FailJob","Ignore"]
PodFailurePolicyOnExitCodesOperator=s ["In","NotIn"]
PodFailurePolicyOnExitCodesRequirement:containerName *s 1 o|operator PodFailurePolicyOnExitCodesOperator 2|values [i 3 Ls
PodFailurePolicyOnPodConditionsPattern:type core/v1.PodConditionType 1|status core/v1.ConditionStatus 2 ?
PodFailurePolicyRule:action PodFailurePolicyAction 1|onExitCodes *PodFailurePolicyOnExitCodesRequirement 2 o|onPodConditions [PodFailurePolicyOnPodConditionsPattern 3 o La
PodReplacementPolicy=s ["Failed","TerminatingOrFailed"]
SuccessPolicy:rules [SuccessPolicyRule 1 La
SuccessPolicyRule:succeededIndexes *s 1 o|succeededCount *i 2 o
UncountedTerminatedPods:succeeded [types.UID 1 o Ls|failed [types.UID 2 o Ls
`,
  'certificates/v1': `certificates.k8s.io io.k8s.api.certificates.v1
CertificateSigningRequest:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CertificateSigningRequestSpec 2|status CertificateSigningRequestStatus 3 o
CertificateSigningRequestCondition:type RequestConditionType 1|status core/v1.ConditionStatus 6|reason s 2 o|message s 3 o|lastUpdateTime meta/v1.Time 4 o|lastTransitionTime meta/v1.Time 5 o
CertificateSigningRequestList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CertificateSigningRequest 2
CertificateSigningRequestSpec:request y 1|signerName s 7|expirationSeconds *i 8 o|usages [KeyUsage 5 o La|username s 2 o|uid s 3 o|groups [s 4 o La|extra {ExtraValue 6 o
CertificateSigningRequestStatus:conditions [CertificateSigningRequestCondition 1 o Lm,type|certificate y 2 o
ExtraValue=^[s
KeyUsage=s ["any","cert sign","client auth","code signing","content commitment","crl sign","data encipherment","decipher only","digital signature","email protection","encipher only","ipsec end system","ipsec tunnel","ipsec user","key agreement","key encipherment","microsoft sgc","netscape sgc","ocsp signing","s/mime","server auth","signing","timestamping"]
RequestConditionType=s
`,
  'certificates/v1alpha1': `certificates.k8s.io io.k8s.api.certificates.v1alpha1
ClusterTrustBundle:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ClusterTrustBundleSpec 2
ClusterTrustBundleList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ClusterTrustBundle 2
ClusterTrustBundleSpec:signerName s 1 o|trustBundle s 2
`,
  'certificates/v1beta1': `certificates.k8s.io io.k8s.api.certificates.v1beta1
CertificateSigningRequest:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CertificateSigningRequestSpec 2|status CertificateSigningRequestStatus 3 o
CertificateSigningRequestCondition:type RequestConditionType 1|status core/v1.ConditionStatus 6 ?|reason s 2 o|message s 3 o|lastUpdateTime meta/v1.Time 4 o|lastTransitionTime meta/v1.Time 5 o
CertificateSigningRequestList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CertificateSigningRequest 2
CertificateSigningRequestSpec:request y 1|signerName *s 7 o|expirationSeconds *i 8 o|usages [KeyUsage 5 o La|username s 2 o|uid s 3 o|groups [s 4 o La|extra {ExtraValue 6 o
CertificateSigningRequestStatus:conditions [CertificateSigningRequestCondition 1 o Lm,type|certificate y 2 o
ClusterTrustBundle:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ClusterTrustBundleSpec 2
ClusterTrustBundleList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ClusterTrustBundle 2
ClusterTrustBundleSpec:signerName s 1 o|trustBundle s 2
ExtraValue=^[s
KeyUsage=s
PodCertificateRequest:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PodCertificateRequestSpec 2|status PodCertificateRequestStatus 3 o
PodCertificateRequestList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [PodCertificateRequest 2
PodCertificateRequestSpec:signerName s 1|podName s 2|podUID types.UID 3|serviceAccountName s 4|serviceAccountUID types.UID 5|nodeName types.NodeName 6|nodeUID types.UID 7|maxExpirationSeconds *i 8 o D86400|pkixPublicKey y 9 ?|proofOfPossession y 10 ?|stubPKCS10Request y 12|unverifiedUserAnnotations {s 11 o
PodCertificateRequestStatus:conditions [meta/v1.Condition 1 o Lm,type Pmerge Ktype|certificateChain s 2 o|notBefore *meta/v1.Time 4 o|beginRefreshAt *meta/v1.Time 5 o|notAfter *meta/v1.Time 6 o
RequestConditionType=s
`,
  'coordination/v1': `coordination.k8s.io io.k8s.api.coordination.v1
CoordinatedLeaseStrategy=s
Lease:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec LeaseSpec 2 o
LeaseList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Lease 2
LeaseSpec:holderIdentity *s 1 o|leaseDurationSeconds *i 2 o|acquireTime *meta/v1.MicroTime 3 o|renewTime *meta/v1.MicroTime 4 o|leaseTransitions *i 5 o|strategy *CoordinatedLeaseStrategy 6 o|preferredHolder *s 7 o
`,
  'coordination/v1alpha2': `coordination.k8s.io io.k8s.api.coordination.v1alpha2
LeaseCandidate:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec LeaseCandidateSpec 2 o !
LeaseCandidateList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [LeaseCandidate 2
LeaseCandidateSpec:leaseName s 1|pingTime *meta/v1.MicroTime 2 o|renewTime *meta/v1.MicroTime 3 o|binaryVersion s 4|emulationVersion s 5 o|strategy coordination/v1.CoordinatedLeaseStrategy 6 o !
`,
  'coordination/v1beta1': `coordination.k8s.io io.k8s.api.coordination.v1beta1
Lease:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec LeaseSpec 2 o
LeaseCandidate:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec LeaseCandidateSpec 2 o !
LeaseCandidateList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [LeaseCandidate 2
LeaseCandidateSpec:leaseName s 1|pingTime *meta/v1.MicroTime 2 o|renewTime *meta/v1.MicroTime 3 o|binaryVersion s 4|emulationVersion s 5 o|strategy coordination/v1.CoordinatedLeaseStrategy 6 o !
LeaseList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Lease 2
LeaseSpec:holderIdentity *s 1 o|leaseDurationSeconds *i 2 o|acquireTime *meta/v1.MicroTime 3 o|renewTime *meta/v1.MicroTime 4 o|leaseTransitions *i 5 o|strategy *coordination/v1.CoordinatedLeaseStrategy 6 o|preferredHolder *s 7 o
`,
  'core/v1': ` io.k8s.api.core.v1
AWSElasticBlockStoreVolumeSource:volumeID s 1|fsType s 2 o|partition i 3 o|readOnly b 4 o
Affinity:nodeAffinity *NodeAffinity 1 o|podAffinity *PodAffinity 2 o|podAntiAffinity *PodAntiAffinity 3 o
AppArmorProfile^type,localhostProfile=LocalhostProfile:type AppArmorProfileType 1|localhostProfile *s 2 o
AppArmorProfileType=s ["Localhost","RuntimeDefault","Unconfined"]
AttachedVolume:name UniqueVolumeName 1|devicePath s 2
AzureDataDiskCachingMode=s ["None","ReadOnly","ReadWrite"]
AzureDataDiskKind=s ["Dedicated","Managed","Shared"]
AzureDiskVolumeSource:diskName s 1|diskURI s 2|cachingMode *AzureDataDiskCachingMode 3 o D"ReadWrite"|fsType *s 4 o D"ext4"|readOnly *b 5 o Dfalse|kind *AzureDataDiskKind 6 o D"Shared"
AzureFilePersistentVolumeSource:secretName s 1|shareName s 2|readOnly b 3 o|secretNamespace *s 4 ?
AzureFileVolumeSource:secretName s 1|shareName s 2|readOnly b 3 o
Binding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|target ObjectReference 2
CSIPersistentVolumeSource:driver s 1|volumeHandle s 2|readOnly b 3 o|fsType s 4 o|volumeAttributes {s 5 o|controllerPublishSecretRef *SecretReference 6 o|nodeStageSecretRef *SecretReference 7 o|nodePublishSecretRef *SecretReference 8 o|controllerExpandSecretRef *SecretReference 9 o|nodeExpandSecretRef *SecretReference 10 o
CSIVolumeSource:driver s 1|readOnly *b 2 o|fsType *s 3 o|volumeAttributes {s 4 o|nodePublishSecretRef *LocalObjectReference 5 o
Capabilities:add [Capability 1 o La|drop [Capability 2 o La
Capability=s
CephFSPersistentVolumeSource:monitors [s 1 La|path s 2 o|user s 3 o|secretFile s 4 o|secretRef *SecretReference 5 o|readOnly b 6 o
CephFSVolumeSource:monitors [s 1 La|path s 2 o|user s 3 o|secretFile s 4 o|secretRef *LocalObjectReference 5 o|readOnly b 6 o
CinderPersistentVolumeSource:volumeID s 1|fsType s 2 o|readOnly b 3 o|secretRef *SecretReference 4 o
CinderVolumeSource:volumeID s 1|fsType s 2 o|readOnly b 3 o|secretRef *LocalObjectReference 4 o
ClaimResourceStatus=s ["ControllerResizeInProgress","ControllerResizeInfeasible","NodeResizeInProgress","NodeResizeInfeasible","NodeResizePending"]
ClientIPConfig:timeoutSeconds *i 1 o
ClusterTrustBundleProjection:name *s 1 o|signerName *s 2 o|labelSelector *meta/v1.LabelSelector 3 o|optional *b 5 o|path s 4
ComponentCondition:type ComponentConditionType 1|status ConditionStatus 2|message s 3 o|error s 4 o
ComponentConditionType=s
ComponentStatus:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|conditions [ComponentCondition 2 o Lm,type Pmerge Ktype
ComponentStatusList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ComponentStatus 2
ConditionStatus=s
ConfigMap:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|immutable *b 4 o|data {s 2 o|binaryData {y 3 o
ConfigMapEnvSource:. LocalObjectReference 1|optional *b 2 o
ConfigMapKeySelector~:. LocalObjectReference 1|key s 2|optional *b 3 o
ConfigMapList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ConfigMap 2
ConfigMapNodeConfigSource:namespace s 1|name s 2|uid types.UID 3 o|resourceVersion s 4 o|kubeletConfigKey s 5
ConfigMapProjection:. LocalObjectReference 1|items [KeyToPath 2 o La|optional *b 4 o
ConfigMapVolumeSource:. LocalObjectReference 1|items [KeyToPath 2 o La|defaultMode *i 3 o|optional *b 4 o
Container:name s 1|image s 2 o|command [s 3 o La|args [s 4 o La|workingDir s 5 o|ports [ContainerPort 6 o Lm,containerPort,protocol Pmerge KcontainerPort|envFrom [EnvFromSource 19 o La|env [EnvVar 7 o Lm,name Pmerge Kname|resources ResourceRequirements 8 o|resizePolicy [ContainerResizePolicy 23 o La|restartPolicy *ContainerRestartPolicy 24 o|restartPolicyRules [ContainerRestartRule 25 o La|volumeMounts [VolumeMount 9 o Lm,mountPath Pmerge KmountPath|volumeDevices [VolumeDevice 21 o Lm,devicePath Pmerge KdevicePath|livenessProbe *Probe 10 o|readinessProbe *Probe 11 o|startupProbe *Probe 22 o|lifecycle *Lifecycle 12 o|terminationMessagePath s 13 o|terminationMessagePolicy TerminationMessagePolicy 20 o|imagePullPolicy PullPolicy 14 o|securityContext *SecurityContext 15 o|stdin b 16 o|stdinOnce b 17 o|tty b 18 o
ContainerExtendedResourceRequest:containerName s 1|resourceName s 2|requestName s 3
ContainerImage:names [s 1 ? La|sizeBytes l 2 o
ContainerPort:name s 1 o|hostPort i 2 o|containerPort i 3|protocol Protocol 4 o D"TCP"|hostIP s 5 o
ContainerResizePolicy:resourceName ResourceName 1|restartPolicy ResourceResizeRestartPolicy 2
ContainerRestartPolicy=s
ContainerRestartRule:action ContainerRestartRuleAction 1 o !|exitCodes *ContainerRestartRuleOnExitCodes 2 o
ContainerRestartRuleAction=s
ContainerRestartRuleOnExitCodes:operator ContainerRestartRuleOnExitCodesOperator 1 o !|values [i 2 o Ls
ContainerRestartRuleOnExitCodesOperator=s
ContainerState:waiting *ContainerStateWaiting 1 o|running *ContainerStateRunning 2 o|terminated *ContainerStateTerminated 3 o
ContainerStateRunning:startedAt meta/v1.Time 1 o
ContainerStateTerminated:exitCode i 1|signal i 2 o|reason s 3 o|message s 4 o|startedAt meta/v1.Time 5 o|finishedAt meta/v1.Time 6 o|containerID s 7 o
ContainerStateWaiting:reason s 1 o|message s 2 o
ContainerStatus:name s 1|state ContainerState 2 o|lastState ContainerState 3 o|ready b 4|restartCount i 5|image s 6|imageID s 7|containerID s 8 o|started *b 9 o|allocatedResources ResourceList 10 o|resources *ResourceRequirements 11 o|volumeMounts [VolumeMountStatus 12 o Lm,mountPath Pmerge KmountPath|user *ContainerUser 13 o|allocatedResourcesStatus [ResourceStatus 14 o Lm,name Pmerge Kname|stopSignal *Signal 15 o
ContainerUser:linux *LinuxContainerUser 1 o
DNSPolicy=s ["ClusterFirst","ClusterFirstWithHostNet","Default","None"]
DaemonEndpoint:Port i 1
DownwardAPIProjection:items [DownwardAPIVolumeFile 1 o La
DownwardAPIVolumeFile:path s 1|fieldRef *ObjectFieldSelector 2 o|resourceFieldRef *ResourceFieldSelector 3 o|mode *i 4 o
DownwardAPIVolumeSource:items [DownwardAPIVolumeFile 1 o La|defaultMode *i 2 o
EmptyDirVolumeSource:medium StorageMedium 1 o|sizeLimit *resource.Quantity 2 o
EndpointAddress~:ip s 1|hostname s 3 o|nodeName *s 4 o|targetRef *ObjectReference 2 o
EndpointPort~:name s 1 o|port i 2|protocol Protocol 3 o|appProtocol *s 4 o
EndpointSubset:addresses [EndpointAddress 1 o La|notReadyAddresses [EndpointAddress 2 o La|ports [EndpointPort 3 o La
Endpoints:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|subsets [EndpointSubset 2 o La
EndpointsList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Endpoints 2
EnvFromSource:prefix s 1 o|configMapRef *ConfigMapEnvSource 2 o|secretRef *SecretEnvSource 3 o
EnvVar:name s 1|value s 2 o|valueFrom *EnvVarSource 3 o
EnvVarSource:fieldRef *ObjectFieldSelector 1 o|resourceFieldRef *ResourceFieldSelector 2 o|configMapKeyRef *ConfigMapKeySelector 3 o|secretKeyRef *SecretKeySelector 4 o|fileKeyRef *FileKeySelector 5 o
EphemeralContainer:. EphemeralContainerCommon 1|targetContainerName s 2 o
EphemeralContainerCommon:name s 1|image s 2 o|command [s 3 o La|args [s 4 o La|workingDir s 5 o|ports [ContainerPort 6 o Lm,containerPort,protocol Pmerge KcontainerPort|envFrom [EnvFromSource 19 o La|env [EnvVar 7 o Lm,name Pmerge Kname|resources ResourceRequirements 8 o|resizePolicy [ContainerResizePolicy 23 o La|restartPolicy *ContainerRestartPolicy 24 o|restartPolicyRules [ContainerRestartRule 25 o La|volumeMounts [VolumeMount 9 o Lm,mountPath Pmerge KmountPath|volumeDevices [VolumeDevice 21 o Lm,devicePath Pmerge KdevicePath|livenessProbe *Probe 10 o|readinessProbe *Probe 11 o|startupProbe *Probe 22 o|lifecycle *Lifecycle 12 o|terminationMessagePath s 13 o|terminationMessagePolicy TerminationMessagePolicy 20 o|imagePullPolicy PullPolicy 14 o|securityContext *SecurityContext 15 o|stdin b 16 o|stdinOnce b 17 o|tty b 18 o
EphemeralVolumeSource:volumeClaimTemplate *PersistentVolumeClaimTemplate 1 o
Event:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1|involvedObject ObjectReference 2|reason s 3 o|message s 4 o|source EventSource 5 o|firstTimestamp meta/v1.Time 6 o|lastTimestamp meta/v1.Time 7 o|count i 8 o|type s 9 o|eventTime meta/v1.MicroTime 10 o|series *EventSeries 11 o|action s 12 o|related *ObjectReference 13 o|reportingComponent s 14 ?|reportingInstance s 15 ?
EventList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Event 2
EventSeries:count i 1 o|lastObservedTime meta/v1.MicroTime 2 o
EventSource:component s 1 o|host s 2 o
ExecAction:command [s 1 o La
FCVolumeSource:targetWWNs [s 1 o La|lun *i 2 o|fsType s 3 o|readOnly b 4 o|wwids [s 5 o La
FileKeySelector~:volumeName s 1|path s 2|key s 3|optional *b 4 o Dfalse
FinalizerName=s
FlexPersistentVolumeSource:driver s 1|fsType s 2 o|secretRef *SecretReference 3 o|readOnly b 4 o|options {s 5 o
FlexVolumeSource:driver s 1|fsType s 2 o|secretRef *LocalObjectReference 3 o|readOnly b 4 o|options {s 5 o
FlockerVolumeSource:datasetName s 1 o|datasetUUID s 2 o
GCEPersistentDiskVolumeSource:pdName s 1|fsType s 2 o|partition i 3 o|readOnly b 4 o
GRPCAction:port i 1|service *s 2 ? D""
GitRepoVolumeSource:repository s 1|revision s 2 o|directory s 3 o
GlusterfsPersistentVolumeSource:endpoints s 1|path s 2|readOnly b 3 o|endpointsNamespace *s 4 o
GlusterfsVolumeSource:endpoints s 1|path s 2|readOnly b 3 o
HTTPGetAction:path s 1 o|port intstr.IntOrString 2|host s 3 o|scheme URIScheme 4 o|httpHeaders [HTTPHeader 5 o La
HTTPHeader:name s 1|value s 2
HostAlias:ip s 1|hostnames [s 2 o La
HostIP:ip s 1
HostPathType=s ["","BlockDevice","CharDevice","Directory","DirectoryOrCreate","File","FileOrCreate","Socket"]
HostPathVolumeSource:path s 1|type *HostPathType 2 o
IPFamily=s ["","IPv4","IPv6"]
IPFamilyPolicy=s ["PreferDualStack","RequireDualStack","SingleStack"]
ISCSIPersistentVolumeSource:targetPortal s 1|iqn s 2|lun i 3|iscsiInterface s 4 o D"default"|fsType s 5 o|readOnly b 6 o|portals [s 7 o La|chapAuthDiscovery b 8 o|chapAuthSession b 11 o|secretRef *SecretReference 10 o|initiatorName *s 12 o
ISCSIVolumeSource:targetPortal s 1|iqn s 2|lun i 3|iscsiInterface s 4 o D"default"|fsType s 5 o|readOnly b 6 o|portals [s 7 o La|chapAuthDiscovery b 8 o|chapAuthSession b 11 o|secretRef *LocalObjectReference 10 o|initiatorName *s 12 o
ImageVolumeSource:reference s 1 o|pullPolicy PullPolicy 2 o
ImageVolumeStatus:imageRef s 1 o !
KeyToPath:key s 1|path s 2|mode *i 3 o
Lifecycle:postStart *LifecycleHandler 1 o|preStop *LifecycleHandler 2 o|stopSignal *Signal 3 o
LifecycleHandler:exec *ExecAction 1 o|httpGet *HTTPGetAction 2 o|tcpSocket *TCPSocketAction 3 o|sleep *SleepAction 4 o
LimitRange:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec LimitRangeSpec 2 o
LimitRangeItem:type LimitType 1|max ResourceList 2 o|min ResourceList 3 o|default ResourceList 4 o|defaultRequest ResourceList 5 o|maxLimitRequestRatio ResourceList 6 o
LimitRangeList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [LimitRange 2
LimitRangeSpec:limits [LimitRangeItem 1 La
LimitType=s
LinuxContainerUser:uid l 1|gid l 2|supplementalGroups [l 3 o La
LoadBalancerIPMode=s
LoadBalancerIngress:ip s 1 o|hostname s 2 o|ipMode *LoadBalancerIPMode 3 o|ports [PortStatus 4 o La
LoadBalancerStatus:ingress [LoadBalancerIngress 1 o La
LocalObjectReference~:name s 1 o D""
LocalVolumeSource:path s 1|fsType *s 2 o
ModifyVolumeStatus:targetVolumeAttributesClassName s 1 o|status PersistentVolumeClaimModifyVolumeStatus 2
MountPropagationMode=s ["Bidirectional","HostToContainer","None"]
NFSVolumeSource:server s 1|path s 2|readOnly b 3 o
Namespace:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec NamespaceSpec 2 o|status NamespaceStatus 3 o
NamespaceCondition:type NamespaceConditionType 1|status ConditionStatus 2|lastTransitionTime meta/v1.Time 4 o|reason s 5 o|message s 6 o
NamespaceConditionType=s
NamespaceList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Namespace 2
NamespacePhase=s ["Active","Terminating"]
NamespaceSpec:finalizers [FinalizerName 1 o La
NamespaceStatus:phase NamespacePhase 1 o|conditions [NamespaceCondition 2 o Lm,type Pmerge Ktype
Node:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec NodeSpec 2 o|status NodeStatus 3 o
NodeAddress:type NodeAddressType 1|address s 2
NodeAddressType=s
NodeAffinity:requiredDuringSchedulingIgnoredDuringExecution *NodeSelector 1 o|preferredDuringSchedulingIgnoredDuringExecution [PreferredSchedulingTerm 2 o La
NodeAllocatableResourceClaimStatus:resourceClaimName s 1|containers [s 2 o Ls|resources {ResourceName:resource.Quantity 3
NodeCondition:type NodeConditionType 1|status ConditionStatus 2|lastHeartbeatTime meta/v1.Time 3 o|lastTransitionTime meta/v1.Time 4 o|reason s 5 o|message s 6 o
NodeConditionType=s
NodeConfigSource:configMap *ConfigMapNodeConfigSource 2 o
NodeConfigStatus:assigned *NodeConfigSource 1 o|active *NodeConfigSource 2 o|lastKnownGood *NodeConfigSource 3 o|error s 4 o
NodeDaemonEndpoints:kubeletEndpoint DaemonEndpoint 1 o
NodeFeatures:supplementalGroupsPolicy *b 1 o
NodeInclusionPolicy=s ["Honor","Ignore"]
NodeList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Node 2
NodePhase=s ["Pending","Running","Terminated"]
NodeProxyOptions:. meta/v1.TypeMeta 0|path s 1 o
NodeRuntimeHandler:name s 1 ?|features *NodeRuntimeHandlerFeatures 2 o
NodeRuntimeHandlerFeatures:recursiveReadOnlyMounts *b 1 o|userNamespaces *b 2 o
NodeSelector~:nodeSelectorTerms [NodeSelectorTerm 1 La
NodeSelectorOperator=s ["DoesNotExist","Exists","Gt","In","Lt","NotIn"]
NodeSelectorRequirement:key s 1|operator NodeSelectorOperator 2|values [s 3 o La
NodeSelectorTerm~:matchExpressions [NodeSelectorRequirement 1 o La|matchFields [NodeSelectorRequirement 2 o La
NodeSpec:podCIDR s 1 o|podCIDRs [s 7 o Ls Pmerge|providerID s 3 o|unschedulable b 4 o|taints [Taint 5 o La|configSource *NodeConfigSource 6 o|externalID s 2 o
NodeStatus:capacity ResourceList 1 o|allocatable ResourceList 2 o|phase NodePhase 3 o|conditions [NodeCondition 4 o Lm,type Pmerge Ktype|addresses [NodeAddress 5 o Lm,type Pmerge Ktype|daemonEndpoints NodeDaemonEndpoints 6 o|nodeInfo NodeSystemInfo 7 o|images [ContainerImage 8 o La|volumesInUse [UniqueVolumeName 9 o La|volumesAttached [AttachedVolume 10 o La|config *NodeConfigStatus 11 o|runtimeHandlers [NodeRuntimeHandler 12 o La|features *NodeFeatures 13 o|declaredFeatures [s 14 o La
NodeSwapStatus:capacity *l 1 o
NodeSystemInfo:machineID s 1|systemUUID s 2|bootID s 3|kernelVersion s 4|osImage s 5|containerRuntimeVersion s 6|kubeletVersion s 7|kubeProxyVersion s 8|operatingSystem s 9|architecture s 10|swap *NodeSwapStatus 11 o
OSName=s
ObjectFieldSelector~:apiVersion s 1 o|fieldPath s 2
ObjectReference~:kind s 1 o|namespace s 2 o|name s 3 o|uid types.UID 4 o|apiVersion s 5 o|resourceVersion s 6 o|fieldPath s 7 o
PersistentVolume:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PersistentVolumeSpec 2 o|status PersistentVolumeStatus 3 o
PersistentVolumeAccessMode=s ["ReadOnlyMany","ReadWriteMany","ReadWriteOnce","ReadWriteOncePod"]
PersistentVolumeClaim:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PersistentVolumeClaimSpec 2 o|status PersistentVolumeClaimStatus 3 o
PersistentVolumeClaimCondition:type PersistentVolumeClaimConditionType 1|status ConditionStatus 2|lastProbeTime meta/v1.Time 3 o|lastTransitionTime meta/v1.Time 4 o|reason s 5 o|message s 6 o
PersistentVolumeClaimConditionType=s
PersistentVolumeClaimList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [PersistentVolumeClaim 2
PersistentVolumeClaimModifyVolumeStatus=s ["InProgress","Infeasible","Pending"]
PersistentVolumeClaimPhase=s ["Bound","Lost","Pending"]
PersistentVolumeClaimSpec:accessModes [PersistentVolumeAccessMode 1 o La|selector *meta/v1.LabelSelector 4 o|resources VolumeResourceRequirements 2 o|volumeName s 3 o|storageClassName *s 5 o|volumeMode *PersistentVolumeMode 6 o|dataSource *TypedLocalObjectReference 7 o|dataSourceRef *TypedObjectReference 8 o|volumeAttributesClassName *s 9 o
PersistentVolumeClaimStatus:phase PersistentVolumeClaimPhase 1 o|accessModes [PersistentVolumeAccessMode 2 o La|capacity ResourceList 3 o|conditions [PersistentVolumeClaimCondition 4 o Lm,type Pmerge Ktype|allocatedResources ResourceList 5 o|allocatedResourceStatuses {ResourceName:ClaimResourceStatus 7 o Mg|currentVolumeAttributesClassName *s 8 o|modifyVolumeStatus *ModifyVolumeStatus 9 o
PersistentVolumeClaimTemplate:metadata meta/v1.ObjectMeta 1 o|spec PersistentVolumeClaimSpec 2
PersistentVolumeClaimVolumeSource:claimName s 1|readOnly b 2 o
PersistentVolumeList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [PersistentVolume 2
PersistentVolumeMode=s ["Block","Filesystem"]
PersistentVolumePhase=s ["Available","Bound","Failed","Pending","Released"]
PersistentVolumeReclaimPolicy=s ["Delete","Recycle","Retain"]
PersistentVolumeSource:gcePersistentDisk *GCEPersistentDiskVolumeSource 1 o|awsElasticBlockStore *AWSElasticBlockStoreVolumeSource 2 o|hostPath *HostPathVolumeSource 3 o|glusterfs *GlusterfsPersistentVolumeSource 4 o|nfs *NFSVolumeSource 5 o|rbd *RBDPersistentVolumeSource 6 o|iscsi *ISCSIPersistentVolumeSource 7 o|cinder *CinderPersistentVolumeSource 8 o|cephfs *CephFSPersistentVolumeSource 9 o|fc *FCVolumeSource 10 o|flocker *FlockerVolumeSource 11 o|flexVolume *FlexPersistentVolumeSource 12 o|azureFile *AzureFilePersistentVolumeSource 13 o|vsphereVolume *VsphereVirtualDiskVolumeSource 14 o|quobyte *QuobyteVolumeSource 15 o|azureDisk *AzureDiskVolumeSource 16 o|photonPersistentDisk *PhotonPersistentDiskVolumeSource 17 o|portworxVolume *PortworxVolumeSource 18 o|scaleIO *ScaleIOPersistentVolumeSource 19 o|local *LocalVolumeSource 20 o|storageos *StorageOSPersistentVolumeSource 21 o|csi *CSIPersistentVolumeSource 22 o
PersistentVolumeSpec:capacity ResourceList 1 o|. PersistentVolumeSource 2|accessModes [PersistentVolumeAccessMode 3 o La|claimRef *ObjectReference 4 o Mg|persistentVolumeReclaimPolicy PersistentVolumeReclaimPolicy 5 o|storageClassName s 6 o|mountOptions [s 7 o La|volumeMode *PersistentVolumeMode 8 o|nodeAffinity *VolumeNodeAffinity 9 o|volumeAttributesClassName *s 10 o
PersistentVolumeStatus:phase PersistentVolumePhase 1 o|message s 2 o|reason s 3 o|lastPhaseTransitionTime *meta/v1.Time 4 o
PhotonPersistentDiskVolumeSource:pdID s 1|fsType s 2 o
Pod:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PodSpec 2 o|status PodStatus 3 o
PodAffinity:requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm 1 o La|preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm 2 o La
PodAffinityTerm:labelSelector *meta/v1.LabelSelector 1 o|namespaces [s 2 o La|topologyKey s 3|namespaceSelector *meta/v1.LabelSelector 4 o|matchLabelKeys [s 5 o La|mismatchLabelKeys [s 6 o La
PodAntiAffinity:requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm 1 o La|preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm 2 o La
PodAttachOptions:. meta/v1.TypeMeta 0|stdin b 1 o|stdout b 2 o|stderr b 3 o|tty b 4 o|container s 5 o
PodCertificateProjection:signerName s 1 o !|keyType s 2 o !|maxExpirationSeconds *i 3 o|credentialBundlePath s 4 o|keyPath s 5 o|certificateChainPath s 6 o|userAnnotations {s 7 o
PodCondition:type PodConditionType 1|observedGeneration l 7 o|status ConditionStatus 2|lastProbeTime meta/v1.Time 3 o|lastTransitionTime meta/v1.Time 4 o|reason s 5 o|message s 6 o
PodConditionType=s
PodDNSConfig:nameservers [s 1 o La|searches [s 2 o La|options [PodDNSConfigOption 3 o La
PodDNSConfigOption:name s 1 o|value *s 2 o
PodExecOptions:. meta/v1.TypeMeta 0|stdin b 1 o|stdout b 2 o|stderr b 3 o|tty b 4 o|container s 5 o|command [s 6 La
PodExtendedResourceClaimStatus:requestMappings [ContainerExtendedResourceRequest 1 La|resourceClaimName s 2
PodFSGroupChangePolicy=s ["Always","OnRootMismatch"]
PodIP:ip s 1
PodList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Pod 2
PodLogOptions:. meta/v1.TypeMeta 0|container s 1 o|follow b 2 o|previous b 3 o|sinceSeconds *l 4 o|sinceTime *meta/v1.Time 5 o|timestamps b 6 o|tailLines *l 7 o|limitBytes *l 8 o|insecureSkipTLSVerifyBackend b 9 o|stream *s 10 o
PodOS:name OSName 1
PodPhase=s ["Failed","Pending","Running","Succeeded","Unknown"]
PodPortForwardOptions:. meta/v1.TypeMeta 0|ports [i 1 o La
PodProxyOptions:. meta/v1.TypeMeta 0|path s 1 o
PodQOSClass=s ["BestEffort","Burstable","Guaranteed"]
PodReadinessGate:conditionType PodConditionType 1
PodResizeStatus=s
PodResourceClaim:name s 1|resourceClaimName *s 3 o|resourceClaimTemplateName *s 4 o
PodResourceClaimStatus:name s 1|resourceClaimName *s 2 o
PodSELinuxChangePolicy=s
PodSchedulingGate:name s 1
PodSchedulingGroup^,podGroupName=PodGroupName:podGroupName *s 1 o
PodSecurityContext:seLinuxOptions *SELinuxOptions 1 o|windowsOptions *WindowsSecurityContextOptions 8 o|runAsUser *l 2 o|runAsGroup *l 6 o|runAsNonRoot *b 3 o|supplementalGroups [l 4 o La|supplementalGroupsPolicy *SupplementalGroupsPolicy 12 o|fsGroup *l 5 o|sysctls [Sysctl 7 o La|fsGroupChangePolicy *PodFSGroupChangePolicy 9 o|seccompProfile *SeccompProfile 10 o|appArmorProfile *AppArmorProfile 11 o|seLinuxChangePolicy *PodSELinuxChangePolicy 13 o
PodSpec:volumes [Volume 1 o Lm,name Pmerge,retainKeys Kname|initContainers [Container 20 o Lm,name Pmerge Kname|containers [Container 2 Lm,name Pmerge Kname|ephemeralContainers [EphemeralContainer 34 o Lm,name Pmerge Kname|restartPolicy RestartPolicy 3 o|terminationGracePeriodSeconds *l 4 o|activeDeadlineSeconds *l 5 o|dnsPolicy DNSPolicy 6 o|nodeSelector {s 7 o Ma|serviceAccountName s 8 o|serviceAccount s 9 o|automountServiceAccountToken *b 21 o|nodeName s 10 o|hostNetwork b 11 o|hostPID b 12 o|hostIPC b 13 o|shareProcessNamespace *b 27 o|securityContext *PodSecurityContext 14 o|imagePullSecrets [LocalObjectReference 15 o Lm,name Pmerge Kname|hostname s 16 o|subdomain s 17 o|affinity *Affinity 18 o|schedulerName s 19 o|tolerations [Toleration 22 o La|hostAliases [HostAlias 23 o Lm,ip Pmerge Kip|priorityClassName s 24 o|priority *i 25 o|dnsConfig *PodDNSConfig 26 o|readinessGates [PodReadinessGate 28 o La|runtimeClassName *s 29 o|enableServiceLinks *b 30 o|preemptionPolicy *PreemptionPolicy 31 o|overhead ResourceList 32 o|topologySpreadConstraints [TopologySpreadConstraint 33 o Lm,topologyKey,whenUnsatisfiable Pmerge KtopologyKey|setHostnameAsFQDN *b 35 o|os *PodOS 36 o|hostUsers *b 37 o|schedulingGates [PodSchedulingGate 38 o Lm,name Pmerge Kname|resourceClaims [PodResourceClaim 39 o Lm,name Pmerge,retainKeys Kname|resources *ResourceRequirements 40 o|hostnameOverride *s 41 o|schedulingGroup *PodSchedulingGroup 43 o
PodStatus:observedGeneration l 17 o|phase PodPhase 1 o|conditions [PodCondition 2 o Lm,type Pmerge Ktype|message s 3 o|reason s 4 o|nominatedNodeName s 11 o|hostIP s 5 o|hostIPs [HostIP 16 o La Pmerge Kip|podIP s 6 o|podIPs [PodIP 12 o Lm,ip Pmerge Kip|startTime *meta/v1.Time 7 o|initContainerStatuses [ContainerStatus 10 o La|containerStatuses [ContainerStatus 8 o La|qosClass PodQOSClass 9 o|ephemeralContainerStatuses [ContainerStatus 13 o La|resize PodResizeStatus 14 o|resourceClaimStatuses [PodResourceClaimStatus 15 o Lm,name Pmerge,retainKeys Kname|extendedResourceClaimStatus *PodExtendedResourceClaimStatus 18 o|allocatedResources ResourceList 19 o|resources *ResourceRequirements 20 o|nodeAllocatableResourceClaimStatuses [NodeAllocatableResourceClaimStatus 21 o La
PodStatusResult:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|status PodStatus 2 o
PodTemplate:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|template PodTemplateSpec 2 o
PodTemplateList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [PodTemplate 2
PodTemplateSpec:metadata meta/v1.ObjectMeta 1 o|spec PodSpec 2 o
PortStatus:port i 1|protocol Protocol 2|error *s 3 o
PortworxVolumeSource:volumeID s 1|fsType s 2 o|readOnly b 3 o
PreemptionPolicy=s ["Never","PreemptLowerPriority"]
PreferredSchedulingTerm:weight i 1|preference NodeSelectorTerm 2
Probe:. ProbeHandler 1|initialDelaySeconds i 2 o|timeoutSeconds i 3 o|periodSeconds i 4 o|successThreshold i 5 o|failureThreshold i 6 o|terminationGracePeriodSeconds *l 7 o
ProbeHandler:exec *ExecAction 1 o|httpGet *HTTPGetAction 2 o|tcpSocket *TCPSocketAction 3 o|grpc *GRPCAction 4 o
ProcMountType=s ["Default","Unmasked"]
ProjectedVolumeSource:sources [VolumeProjection 1 ? La|defaultMode *i 2 o
Protocol=s ["SCTP","TCP","UDP"]
PullPolicy=s ["Always","IfNotPresent","Never"]
QuobyteVolumeSource:registry s 1|volume s 2|readOnly b 3 o|user s 4 o|group s 5 o|tenant s 6 o
RBDPersistentVolumeSource:monitors [s 1 La|image s 2|fsType s 3 o|pool s 4 o D"rbd"|user s 5 o D"admin"|keyring s 6 o D"/etc/ceph/keyring"|secretRef *SecretReference 7 o|readOnly b 8 o
RBDVolumeSource:monitors [s 1 La|image s 2|fsType s 3 o|pool s 4 o D"rbd"|user s 5 o D"admin"|keyring s 6 o D"/etc/ceph/keyring"|secretRef *LocalObjectReference 7 o|readOnly b 8 o
RangeAllocation:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|range s 2|data y 3
RecursiveReadOnlyMode=s
ReplicationController:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ReplicationControllerSpec 2 o|status ReplicationControllerStatus 3 o
ReplicationControllerCondition:type ReplicationControllerConditionType 1|status ConditionStatus 2|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o
ReplicationControllerConditionType=s
ReplicationControllerList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ReplicationController 2
ReplicationControllerSpec:replicas *i 1 o D1|minReadySeconds i 4 o D0|selector {s 2 o Ma|template *PodTemplateSpec 3 o
ReplicationControllerStatus:replicas i 1|fullyLabeledReplicas i 2 o|readyReplicas i 4 o|availableReplicas i 5 o|observedGeneration l 3 o|conditions [ReplicationControllerCondition 6 o Lm,type Pmerge Ktype
ResourceClaim:name s 1|request s 2 o
ResourceFieldSelector~:containerName s 1 o|resource s 2|divisor resource.Quantity 3 o
ResourceHealth:resourceID ResourceID 1|health ResourceHealthStatus 2 o|message *s 6 o
ResourceHealthStatus=s
ResourceID=s
ResourceList={ResourceName:resource.Quantity
ResourceName=s
ResourceQuota:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceQuotaSpec 2 o|status ResourceQuotaStatus 3 o
ResourceQuotaList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceQuota 2
ResourceQuotaScope=s ["BestEffort","CrossNamespacePodAffinity","NotBestEffort","NotTerminating","PriorityClass","Terminating","VolumeAttributesClass"]
ResourceQuotaSpec:hard ResourceList 1 o|scopes [ResourceQuotaScope 2 o La|scopeSelector *ScopeSelector 3 o
ResourceQuotaStatus:hard ResourceList 1 o|used ResourceList 2 o
ResourceRequirements:limits ResourceList 1 o|requests ResourceList 2 o|claims [ResourceClaim 3 o Lm,name
ResourceResizeRestartPolicy=s
ResourceStatus:name ResourceName 1|resources [ResourceHealth 2 o Lm,resourceID
RestartPolicy=s ["Always","Never","OnFailure"]
SELinuxOptions:user s 1 o|role s 2 o|type s 3 o|level s 4 o
ScaleIOPersistentVolumeSource:gateway s 1|system s 2|secretRef *SecretReference 3|sslEnabled b 4 o|protectionDomain s 5 o|storagePool s 6 o|storageMode s 7 o D"ThinProvisioned"|volumeName s 8 o|fsType s 9 o D"xfs"|readOnly b 10 o
ScaleIOVolumeSource:gateway s 1|system s 2|secretRef *LocalObjectReference 3|sslEnabled b 4 o|protectionDomain s 5 o|storagePool s 6 o|storageMode s 7 o D"ThinProvisioned"|volumeName s 8 o|fsType s 9 o D"xfs"|readOnly b 10 o
ScopeSelector~:matchExpressions [ScopedResourceSelectorRequirement 1 o La
ScopeSelectorOperator=s ["DoesNotExist","Exists","In","NotIn"]
ScopedResourceSelectorRequirement:scopeName ResourceQuotaScope 1|operator ScopeSelectorOperator 2|values [s 3 o La
SeccompProfile^type,localhostProfile=LocalhostProfile:type SeccompProfileType 1|localhostProfile *s 2 o
SeccompProfileType=s ["Localhost","RuntimeDefault","Unconfined"]
Secret:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|immutable *b 5 o|data {y 2 o|stringData {s 4 o|type SecretType 3 o
SecretEnvSource:. LocalObjectReference 1|optional *b 2 o
SecretKeySelector~:. LocalObjectReference 1|key s 2|optional *b 3 o
SecretList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Secret 2
SecretProjection:. LocalObjectReference 1|items [KeyToPath 2 o La|optional *b 4 o
SecretReference~:name s 1 o|namespace s 2 o
SecretType=s
SecretVolumeSource:secretName s 1 o|items [KeyToPath 2 o La|defaultMode *i 3 o|optional *b 4 o
SecurityContext:capabilities *Capabilities 1 o|privileged *b 2 o|seLinuxOptions *SELinuxOptions 3 o|windowsOptions *WindowsSecurityContextOptions 10 o|runAsUser *l 4 o|runAsGroup *l 8 o|runAsNonRoot *b 5 o|readOnlyRootFilesystem *b 6 o|allowPrivilegeEscalation *b 7 o|procMount *ProcMountType 9 o|seccompProfile *SeccompProfile 11 o|appArmorProfile *AppArmorProfile 12 o
SerializedReference:. meta/v1.TypeMeta 0|reference ObjectReference 1 o
Service:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ServiceSpec 2 o|status ServiceStatus 3 o
ServiceAccount:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|secrets [ObjectReference 2 o Lm,name Pmerge Kname|imagePullSecrets [LocalObjectReference 3 o La|automountServiceAccountToken *b 4 o
ServiceAccountList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ServiceAccount 2
ServiceAccountTokenProjection:audience s 1 o|expirationSeconds *l 2 o|path s 3
ServiceAffinity=s ["ClientIP","None"]
ServiceExternalTrafficPolicy=s ["Cluster","Local"]
ServiceInternalTrafficPolicy=s ["Cluster","Local"]
ServiceList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Service 2
ServicePort:name s 1 o|protocol Protocol 2 o D"TCP"|appProtocol *s 6 o|port i 3|targetPort intstr.IntOrString 4 o|nodePort i 5 o
ServiceProxyOptions:. meta/v1.TypeMeta 0|path s 1 o
ServiceSpec:ports [ServicePort 1 o Lm,port,protocol Pmerge Kport|selector {s 2 o Ma|clusterIP s 3 o|clusterIPs [s 18 o La|type ServiceType 4 o|externalIPs [s 5 o La|sessionAffinity ServiceAffinity 7 o|loadBalancerIP s 8 o|loadBalancerSourceRanges [s 9 o La|externalName s 10 o|externalTrafficPolicy ServiceExternalTrafficPolicy 11 o|healthCheckNodePort i 12 o|publishNotReadyAddresses b 13 o|sessionAffinityConfig *SessionAffinityConfig 14 o|ipFamilies [IPFamily 19 o La|ipFamilyPolicy *IPFamilyPolicy 17 o|allocateLoadBalancerNodePorts *b 20 o|loadBalancerClass *s 21 o|internalTrafficPolicy *ServiceInternalTrafficPolicy 22 o|trafficDistribution *s 23 o
ServiceStatus:loadBalancer LoadBalancerStatus 1 o|conditions [meta/v1.Condition 2 o Lm,type Pmerge Ktype
ServiceType=s ["ClusterIP","ExternalName","LoadBalancer","NodePort"]
SessionAffinityConfig:clientIP *ClientIPConfig 1 o
Signal=s ["SIGABRT","SIGALRM","SIGBUS","SIGCHLD","SIGCLD","SIGCONT","SIGFPE","SIGHUP","SIGILL","SIGINT","SIGIO","SIGIOT","SIGKILL","SIGPIPE","SIGPOLL","SIGPROF","SIGPWR","SIGQUIT","SIGRTMAX","SIGRTMAX-1","SIGRTMAX-10","SIGRTMAX-11","SIGRTMAX-12","SIGRTMAX-13","SIGRTMAX-14","SIGRTMAX-2","SIGRTMAX-3","SIGRTMAX-4","SIGRTMAX-5","SIGRTMAX-6","SIGRTMAX-7","SIGRTMAX-8","SIGRTMAX-9","SIGRTMIN","SIGRTMIN+1","SIGRTMIN+10","SIGRTMIN+11","SIGRTMIN+12","SIGRTMIN+13","SIGRTMIN+14","SIGRTMIN+15","SIGRTMIN+2","SIGRTMIN+3","SIGRTMIN+4","SIGRTMIN+5","SIGRTMIN+6","SIGRTMIN+7","SIGRTMIN+8","SIGRTMIN+9","SIGSEGV","SIGSTKFLT","SIGSTOP","SIGSYS","SIGTERM","SIGTRAP","SIGTSTP","SIGTTIN","SIGTTOU","SIGURG","SIGUSR1","SIGUSR2","SIGVTALRM","SIGWINCH","SIGXCPU","SIGXFSZ"]
SleepAction:seconds l 1
StorageMedium=s
StorageOSPersistentVolumeSource:volumeName s 1 o|volumeNamespace s 2 o|fsType s 3 o|readOnly b 4 o|secretRef *ObjectReference 5 o
StorageOSVolumeSource:volumeName s 1 o|volumeNamespace s 2 o|fsType s 3 o|readOnly b 4 o|secretRef *LocalObjectReference 5 o
SupplementalGroupsPolicy=s ["Merge","Strict"]
Sysctl:name s 1|value s 2
TCPSocketAction:port intstr.IntOrString 1|host s 2 o
Taint:key s 1|value s 2 o|effect TaintEffect 3|timeAdded *meta/v1.Time 4 o
TaintEffect=s ["NoExecute","NoSchedule","PreferNoSchedule"]
TerminationMessagePolicy=s ["FallbackToLogsOnError","File"]
Toleration:key s 1 o|operator TolerationOperator 2 o|value s 3 o|effect TaintEffect 4 o|tolerationSeconds *l 5 o
TolerationOperator=s ["Equal","Exists","Gt","Lt"]
TopologySelectorLabelRequirement:key s 1|values [s 2 La
TopologySelectorTerm~:matchLabelExpressions [TopologySelectorLabelRequirement 1 o La
TopologySpreadConstraint:maxSkew i 1|topologyKey s 2|whenUnsatisfiable UnsatisfiableConstraintAction 3|labelSelector *meta/v1.LabelSelector 4 o|minDomains *i 5 o|nodeAffinityPolicy *NodeInclusionPolicy 6 o|nodeTaintsPolicy *NodeInclusionPolicy 7 o|matchLabelKeys [s 8 o La
TypedLocalObjectReference~:apiGroup *s 1 ?|kind s 2|name s 3
TypedObjectReference:apiGroup *s 1 ?|kind s 2|name s 3|namespace *s 4 o
URIScheme=s ["HTTP","HTTPS"]
UniqueVolumeName=s
UnsatisfiableConstraintAction=s ["DoNotSchedule","ScheduleAnyway"]
Volume:name s 1|. VolumeSource 2
VolumeDevice:name s 1|devicePath s 2
VolumeMount:name s 1|readOnly b 2 o|recursiveReadOnly *RecursiveReadOnlyMode 7 o|mountPath s 3|subPath s 4 o|mountPropagation *MountPropagationMode 5 o|subPathExpr s 6 o
VolumeMountStatus:name s 1|mountPath s 2|readOnly b 3 o|recursiveReadOnly *RecursiveReadOnlyMode 4 o|volumeStatus *VolumeStatus 5 o
VolumeNodeAffinity:required *NodeSelector 1 o
VolumeProjection:secret *SecretProjection 1 o|downwardAPI *DownwardAPIProjection 2 o|configMap *ConfigMapProjection 3 o|serviceAccountToken *ServiceAccountTokenProjection 4 o|clusterTrustBundle *ClusterTrustBundleProjection 5 o|podCertificate *PodCertificateProjection 6 o
VolumeResourceRequirements:limits ResourceList 1 o|requests ResourceList 2 o
VolumeSource:hostPath *HostPathVolumeSource 1 o|emptyDir *EmptyDirVolumeSource 2 o|gcePersistentDisk *GCEPersistentDiskVolumeSource 3 o|awsElasticBlockStore *AWSElasticBlockStoreVolumeSource 4 o|gitRepo *GitRepoVolumeSource 5 o|secret *SecretVolumeSource 6 o|nfs *NFSVolumeSource 7 o|iscsi *ISCSIVolumeSource 8 o|glusterfs *GlusterfsVolumeSource 9 o|persistentVolumeClaim *PersistentVolumeClaimVolumeSource 10 o|rbd *RBDVolumeSource 11 o|flexVolume *FlexVolumeSource 12 o|cinder *CinderVolumeSource 13 o|cephfs *CephFSVolumeSource 14 o|flocker *FlockerVolumeSource 15 o|downwardAPI *DownwardAPIVolumeSource 16 o|fc *FCVolumeSource 17 o|azureFile *AzureFileVolumeSource 18 o|configMap *ConfigMapVolumeSource 19 o|vsphereVolume *VsphereVirtualDiskVolumeSource 20 o|quobyte *QuobyteVolumeSource 21 o|azureDisk *AzureDiskVolumeSource 22 o|photonPersistentDisk *PhotonPersistentDiskVolumeSource 23 o|projected *ProjectedVolumeSource 26 o|portworxVolume *PortworxVolumeSource 24 o|scaleIO *ScaleIOVolumeSource 25 o|storageos *StorageOSVolumeSource 27 o|csi *CSIVolumeSource 28 o|ephemeral *EphemeralVolumeSource 29 o|image *ImageVolumeSource 30 o
VolumeStatus:image *ImageVolumeStatus 1 o
VsphereVirtualDiskVolumeSource:volumePath s 1|fsType s 2 o|storagePolicyName s 3 o|storagePolicyID s 4 o
WeightedPodAffinityTerm:weight i 1|podAffinityTerm PodAffinityTerm 2
WindowsSecurityContextOptions:gmsaCredentialSpecName *s 1 o|gmsaCredentialSpec *s 2 o|runAsUserName *s 3 o|hostProcess *b 4 o
`,
  'discovery/v1': `discovery.k8s.io io.k8s.api.discovery.v1
AddressType=s ["FQDN","IPv4","IPv6"]
Endpoint:addresses [s 1 Ls|conditions EndpointConditions 2 o|hostname *s 3 o|targetRef *core/v1.ObjectReference 4 o|deprecatedTopology {s 5 o|nodeName *s 6 o|zone *s 7 o|hints *EndpointHints 8 o
EndpointConditions:ready *b 1 o|serving *b 2 o|terminating *b 3 o
EndpointHints:forZones [ForZone 1 o La|forNodes [ForNode 2 o La
EndpointPort~:name *s 1 o|protocol *core/v1.Protocol 2 o|port *i 3 o|appProtocol *s 4 o
EndpointSlice:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|addressType AddressType 4|endpoints [Endpoint 2 ? La|ports [EndpointPort 3 ? La
EndpointSliceList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [EndpointSlice 2
ForNode:name s 1
ForZone:name s 1
`,
  'events/v1': `events.k8s.io io.k8s.api.events.v1
Event:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 ?|eventTime meta/v1.MicroTime 2|series *EventSeries 3 o|reportingController s 4 o|reportingInstance s 5 o|action s 6 o|reason s 7 o|regarding core/v1.ObjectReference 8 o|related *core/v1.ObjectReference 9 o|note s 10 o|type s 11 o|deprecatedSource core/v1.EventSource 12 o|deprecatedFirstTimestamp meta/v1.Time 13 o|deprecatedLastTimestamp meta/v1.Time 14 o|deprecatedCount i 15 o
EventList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Event 2
EventSeries:count i 1|lastObservedTime meta/v1.MicroTime 2
`,
  'flowcontrol/v1': `flowcontrol.apiserver.k8s.io io.k8s.api.flowcontrol.v1
ConditionStatus=s
ExemptPriorityLevelConfiguration:nominalConcurrencyShares *i 1 o|lendablePercent *i 2 o
FlowDistinguisherMethod:type FlowDistinguisherMethodType 1
FlowDistinguisherMethodType=s
FlowSchema:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec FlowSchemaSpec 2 o|status FlowSchemaStatus 3 o
FlowSchemaCondition:type FlowSchemaConditionType 1 o|status ConditionStatus 2 o|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o
FlowSchemaConditionType=s
FlowSchemaList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [FlowSchema 2
FlowSchemaSpec:priorityLevelConfiguration PriorityLevelConfigurationReference 1|matchingPrecedence i 2 ?|distinguisherMethod *FlowDistinguisherMethod 3 o|rules [PolicyRulesWithSubjects 4 o La
FlowSchemaStatus:conditions [FlowSchemaCondition 1 o Lm,type Pmerge Ktype
GroupSubject:name s 1
LimitResponse^type,queuing=Queuing:type LimitResponseType 1|queuing *QueuingConfiguration 2 o
LimitResponseType=s
LimitedPriorityLevelConfiguration:nominalConcurrencyShares *i 1 ?|limitResponse LimitResponse 2 o|lendablePercent *i 3 o|borrowingLimitPercent *i 4 o
NonResourcePolicyRule:verbs [s 1 Ls|nonResourceURLs [s 6 Ls
PolicyRulesWithSubjects:subjects [Subject 1 La|resourceRules [ResourcePolicyRule 2 o La|nonResourceRules [NonResourcePolicyRule 3 o La
PriorityLevelConfiguration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PriorityLevelConfigurationSpec 2 o|status PriorityLevelConfigurationStatus 3 o
PriorityLevelConfigurationCondition:type PriorityLevelConfigurationConditionType 1 o|status ConditionStatus 2 o|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o
PriorityLevelConfigurationConditionType=s
PriorityLevelConfigurationList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [PriorityLevelConfiguration 2
PriorityLevelConfigurationReference:name s 1
PriorityLevelConfigurationSpec^type,limited=Limited,exempt=Exempt:type PriorityLevelEnablement 1|limited *LimitedPriorityLevelConfiguration 2 o|exempt *ExemptPriorityLevelConfiguration 3 o
PriorityLevelConfigurationStatus:conditions [PriorityLevelConfigurationCondition 1 o Lm,type Pmerge Ktype
PriorityLevelEnablement=s
QueuingConfiguration:queues i 1 ?|handSize i 2 ?|queueLengthLimit i 3 ?
ResourcePolicyRule:verbs [s 1 Ls|apiGroups [s 2 Ls|resources [s 3 Ls|clusterScope b 4 o|namespaces [s 5 ? Ls
ServiceAccountSubject:namespace s 1|name s 2
Subject^kind,user=User,group=Group,serviceAccount=ServiceAccount:kind SubjectKind 1|user *UserSubject 2 o|group *GroupSubject 3 o|serviceAccount *ServiceAccountSubject 4 o
SubjectKind=s
UserSubject:name s 1
`,
  'intstr': ` io.k8s.apimachinery.pkg.util.intstr
IntOrString!
`,
  'meta/v1': `meta.k8s.io io.k8s.apimachinery.pkg.apis.meta.v1
APIGroup:. TypeMeta 0|name s 1|versions [GroupVersionForDiscovery 2 La|preferredVersion GroupVersionForDiscovery 3 o|serverAddressByClientCIDRs [ServerAddressByClientCIDR 4 o La
APIGroupList:. TypeMeta 0|groups [APIGroup 1 La
APIResource:name s 1|singularName s 6|namespaced b 2|group s 8 o|version s 9 o|kind s 3|verbs Verbs 4|shortNames [s 5 o La|categories [s 7 o La|storageVersionHash s 10 o
APIResourceList:. TypeMeta 0|groupVersion s 1|resources [APIResource 2 La
APIVersions:. TypeMeta 0|versions [s 1 La|serverAddressByClientCIDRs [ServerAddressByClientCIDR 2 La
ApplyOptions:. TypeMeta 0|dryRun [s 1 o La|force b 2|fieldManager s 3
CauseType=s
Condition:type s 1|status ConditionStatus 2|observedGeneration l 3 o|lastTransitionTime Time 4|reason s 5|message s 6
ConditionStatus=s
CreateOptions:. TypeMeta 0|dryRun [s 1 o La|fieldManager s 3 o|fieldValidation s 4 o
DeleteOptions:. TypeMeta 0|gracePeriodSeconds *l 1 o|preconditions *Preconditions 2 o|orphanDependents *b 3 o|propagationPolicy *DeletionPropagation 4 o|dryRun [s 5 o La|ignoreStoreReadErrorWithClusterBreakingPotential *b 6 o
DeletionPropagation=s
FieldSelectorOperator=s
FieldSelectorRequirement:key s 1|operator FieldSelectorOperator 2|values [s 3 o La
FieldsV1!
GetOptions:. TypeMeta 0|resourceVersion s 1 o
GroupResource:group s 1|resource s 2
GroupVersionForDiscovery:groupVersion s 1|version s 2
GroupVersionKind:group s 1|version s 2|kind s 3
IncludeObjectPolicy=s
LabelSelector~:matchLabels {s 1 o|matchExpressions [LabelSelectorRequirement 2 o La
LabelSelectorOperator=s
LabelSelectorRequirement:key s 1|operator LabelSelectorOperator 2|values [s 3 o La
List:. TypeMeta 0|metadata ListMeta 1 o|items [runtime.RawExtension 2
ListMeta:selfLink s 1 o|resourceVersion s 2 o|continue s 3 o|remainingItemCount *l 4 o|shardInfo *ShardInfo 5 o
ListOptions:. TypeMeta 0|labelSelector s 1 o|fieldSelector s 2 o|watch b 3 o|allowWatchBookmarks b 9 o|resourceVersion s 4 o|resourceVersionMatch ResourceVersionMatch 10 o|timeoutSeconds *l 5 o|limit l 7 o|continue s 8 o|sendInitialEvents *b 11 o|shardSelector s 15 o
ManagedFieldsEntry:manager s 1 o|operation ManagedFieldsOperationType 2 o|apiVersion s 3 o|time *Time 4 o|fieldsType s 6 o|fieldsV1 *FieldsV1 7 o|subresource s 8 o
ManagedFieldsOperationType=s
MicroTime!
ObjectMeta:name s 1 o|generateName s 2 o|namespace s 3 o|selfLink s 4 o|uid types.UID 5 o|resourceVersion s 6 o|generation l 7 o|creationTimestamp Time 8 o z|deletionTimestamp *Time 9 o|deletionGracePeriodSeconds *l 10 o|labels {s 11 o|annotations {s 12 o|ownerReferences [OwnerReference 13 o Lm,uid Pmerge Kuid|finalizers [s 14 o Ls Pmerge|managedFields [ManagedFieldsEntry 17 o La
OwnerReference~:apiVersion s 5|kind s 1|name s 3|uid types.UID 4|controller *b 6 o|blockOwnerDeletion *b 7 o
PartialObjectMetadata:. TypeMeta 0|metadata ObjectMeta 1 o
PartialObjectMetadataList:. TypeMeta 0|metadata ListMeta 1 o|items [PartialObjectMetadata 2
PatchOptions:. TypeMeta 0|dryRun [s 1 o La|force *b 2 o|fieldManager s 3 o|fieldValidation s 4 o
Preconditions:uid *types.UID 1 o|resourceVersion *s 2 o
ResourceVersionMatch=s
RowConditionType=s
ServerAddressByClientCIDR:clientCIDR s 1|serverAddress s 2
ShardInfo:selector s 1
Status:. TypeMeta 0|metadata ListMeta 1 o|status s 2 o|message s 3 o|reason StatusReason 4 o|details *StatusDetails 5 o|code i 6 o
StatusCause:reason CauseType 1 o|message s 2 o|field s 3 o
StatusDetails:name s 1 o|group s 2 o|kind s 3 o|uid types.UID 6 o|causes [StatusCause 4 o La|retryAfterSeconds i 5 o
StatusReason=s
Table:. TypeMeta 0|metadata ListMeta 0 o|columnDefinitions [TableColumnDefinition 0 La|rows [TableRow 0 La
TableColumnDefinition:name s 0|type s 0|format s 0|description s 0|priority i 0
TableOptions:. TypeMeta 0|includeObject IncludeObjectPolicy 1 o
TableRow:cells [a 0 La|conditions [TableRowCondition 0 o La|object runtime.RawExtension 0 o
TableRowCondition:type RowConditionType 0|status ConditionStatus 0|reason s 0 o|message s 0 o
Time!
TypeMeta:kind s 1 o|apiVersion s 2 o
UpdateOptions:. TypeMeta 0|dryRun [s 1 o La|fieldManager s 2 o|fieldValidation s 3 o
Verbs=^[s
WatchEvent:type s 1|object runtime.RawExtension 2
`,
  'networking/v1': `networking.k8s.io io.k8s.api.networking.v1
HTTPIngressPath:path s 1 o|pathType *PathType 3|backend IngressBackend 2
HTTPIngressRuleValue:paths [HTTPIngressPath 1 La
IPAddress:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec IPAddressSpec 2 o !
IPAddressList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [IPAddress 2
IPAddressSpec:parentRef *ParentReference 1 o !
IPBlock:cidr s 1|except [s 2 o La
Ingress:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec IngressSpec 2 o|status IngressStatus 3 o
IngressBackend:service *IngressServiceBackend 4 o|resource *core/v1.TypedLocalObjectReference 3 o
IngressClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec IngressClassSpec 2 o
IngressClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [IngressClass 2
IngressClassParametersReference:apiGroup *s 1 o|kind s 2|name s 3|scope *s 4 ?|namespace *s 5 o
IngressClassSpec:controller s 1 o|parameters *IngressClassParametersReference 2 o
IngressList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Ingress 2
IngressLoadBalancerIngress:ip s 1 o|hostname s 2 o|ports [IngressPortStatus 4 o La
IngressLoadBalancerStatus:ingress [IngressLoadBalancerIngress 1 o La
IngressPortStatus:port i 1|protocol core/v1.Protocol 2|error *s 3 o
IngressRule:host s 1 o|. IngressRuleValue 2 ?
IngressRuleValue:http *HTTPIngressRuleValue 1 o
IngressServiceBackend:name s 1|port ServiceBackendPort 2 o
IngressSpec:ingressClassName *s 4 o|defaultBackend *IngressBackend 1 o|tls [IngressTLS 2 o La|rules [IngressRule 3 o La
IngressStatus:loadBalancer IngressLoadBalancerStatus 1 o
IngressTLS:hosts [s 1 o La|secretName s 2 o
NetworkPolicy:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec NetworkPolicySpec 2 o
NetworkPolicyEgressRule:ports [NetworkPolicyPort 1 o La|to [NetworkPolicyPeer 2 o La
NetworkPolicyIngressRule:ports [NetworkPolicyPort 1 o La|from [NetworkPolicyPeer 2 o La
NetworkPolicyList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [NetworkPolicy 2
NetworkPolicyPeer:podSelector *meta/v1.LabelSelector 1 o|namespaceSelector *meta/v1.LabelSelector 2 o|ipBlock *IPBlock 3 o
NetworkPolicyPort:protocol *core/v1.Protocol 1 o|port *intstr.IntOrString 2 o|endPort *i 3 o
NetworkPolicySpec:podSelector meta/v1.LabelSelector 1 ?|ingress [NetworkPolicyIngressRule 2 o La|egress [NetworkPolicyEgressRule 3 o La|policyTypes [PolicyType 4 o La
ParentReference:group s 1 o|resource s 2 o !|namespace s 3 o|name s 4 o !
PathType=s ["Exact","ImplementationSpecific","Prefix"]
PolicyType=s ["Egress","Ingress"]
ServiceBackendPort~:name s 1 o|number i 2 o
ServiceCIDR:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ServiceCIDRSpec 2 o|status ServiceCIDRStatus 3 o
ServiceCIDRList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ServiceCIDR 2
ServiceCIDRSpec:cidrs [s 1 o La
ServiceCIDRStatus:conditions [meta/v1.Condition 1 o Lm,type Pmerge Ktype
`,
  'networking/v1beta1': `networking.k8s.io io.k8s.api.networking.v1beta1
HTTPIngressPath:path s 1 o|pathType *PathType 3 o|backend IngressBackend 2
HTTPIngressRuleValue:paths [HTTPIngressPath 1 La
IPAddress:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec IPAddressSpec 2 o !
IPAddressList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [IPAddress 2
IPAddressSpec:parentRef *ParentReference 1 o !
Ingress:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec IngressSpec 2 o|status IngressStatus 3 o
IngressBackend:serviceName s 1 o|servicePort intstr.IntOrString 2 o|resource *core/v1.TypedLocalObjectReference 3 o
IngressClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec IngressClassSpec 2 o
IngressClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [IngressClass 2
IngressClassParametersReference:apiGroup *s 1 o|kind s 2|name s 3|scope *s 4|namespace *s 5 o
IngressClassSpec:controller s 1 o|parameters *IngressClassParametersReference 2 o
IngressList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Ingress 2
IngressLoadBalancerIngress:ip s 1 o|hostname s 2 o|ports [IngressPortStatus 4 o La
IngressLoadBalancerStatus:ingress [IngressLoadBalancerIngress 1 o La
IngressPortStatus:port i 1|protocol core/v1.Protocol 2|error *s 3 o
IngressRule:host s 1 o|. IngressRuleValue 2 ?
IngressRuleValue:http *HTTPIngressRuleValue 1 o
IngressSpec:ingressClassName *s 4 o|backend *IngressBackend 1 o|tls [IngressTLS 2 o La|rules [IngressRule 3 o La
IngressStatus:loadBalancer IngressLoadBalancerStatus 1 o
IngressTLS:hosts [s 1 o La|secretName s 2 o
ParentReference:group s 1 o|resource s 2 o !|namespace s 3 o|name s 4 o !
PathType=s
ServiceCIDR:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ServiceCIDRSpec 2 o|status ServiceCIDRStatus 3 o
ServiceCIDRList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ServiceCIDR 2
ServiceCIDRSpec:cidrs [s 1 o La
ServiceCIDRStatus:conditions [meta/v1.Condition 1 o Lm,type Pmerge Ktype
`,
  'node/v1': `node.k8s.io io.k8s.api.node.v1
Overhead:podFixed core/v1.ResourceList 1 o
RuntimeClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|handler s 2|overhead *Overhead 3 o|scheduling *Scheduling 4 o
RuntimeClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [RuntimeClass 2
Scheduling:nodeSelector {s 1 o Ma|tolerations [core/v1.Toleration 2 o La
`,
  'policy/v1': `policy io.k8s.api.policy.v1
Eviction:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|deleteOptions *meta/v1.DeleteOptions 2 o
PodDisruptionBudget:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PodDisruptionBudgetSpec 2 o|status PodDisruptionBudgetStatus 3 o
PodDisruptionBudgetList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [PodDisruptionBudget 2
PodDisruptionBudgetSpec:minAvailable *intstr.IntOrString 1 o|selector *meta/v1.LabelSelector 2 o Preplace|maxUnavailable *intstr.IntOrString 3 o|unhealthyPodEvictionPolicy *UnhealthyPodEvictionPolicyType 4 o
PodDisruptionBudgetStatus:observedGeneration l 1 o|disruptedPods {meta/v1.Time 2 o|disruptionsAllowed i 3 ?|currentHealthy i 4 ?|desiredHealthy i 5 ?|expectedPods i 6 ?|conditions [meta/v1.Condition 7 o Lm,type Pmerge Ktype
UnhealthyPodEvictionPolicyType=s ["AlwaysAllow","IfHealthyBudget"]
`,
  'rbac/v1': `rbac.authorization.k8s.io io.k8s.api.rbac.v1
AggregationRule:clusterRoleSelectors [meta/v1.LabelSelector 1 o La
ClusterRole:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|rules [PolicyRule 2 ? La|aggregationRule *AggregationRule 3 o
ClusterRoleBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|subjects [Subject 2 o La|roleRef RoleRef 3
ClusterRoleBindingList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ClusterRoleBinding 2
ClusterRoleList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ClusterRole 2
PolicyRule:verbs [s 1 La|apiGroups [s 2 o La|resources [s 3 o La|resourceNames [s 4 o La|nonResourceURLs [s 5 o La
Role:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|rules [PolicyRule 2 ? La
RoleBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|subjects [Subject 2 o La|roleRef RoleRef 3
RoleBindingList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [RoleBinding 2
RoleList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Role 2
RoleRef~:apiGroup s 1 ?|kind s 2|name s 3
Subject~:kind s 1|apiGroup s 2 o|name s 3|namespace s 4 o
`,
  'resource': ` io.k8s.apimachinery.pkg.api.resource
Quantity!
`,
  'resource/v1': `resource.k8s.io io.k8s.api.resource.v1
AllocatedDeviceStatus:driver s 1|pool s 2|device s 3|shareID *s 7 o|conditions [meta/v1.Condition 4 ? Lm,type|data *runtime.RawExtension 5 o|networkData *NetworkDeviceData 6 o
AllocationConfigSource=s ["FromClaim","FromClass"]
AllocationResult:devices DeviceAllocationResult 1 o|nodeSelector *core/v1.NodeSelector 3 o|allocationTimestamp *meta/v1.Time 5 o
CELDeviceSelector:expression s 1
CapacityRequestPolicy:default *resource.Quantity 1 ?|validValues [resource.Quantity 3 o La|validRange *CapacityRequestPolicyRange 4 o
CapacityRequestPolicyRange:min *resource.Quantity 1 o !|max *resource.Quantity 2 o|step *resource.Quantity 3 o
CapacityRequirements:requests {QualifiedName:resource.Quantity 1 o
Counter:value resource.Quantity 1
CounterSet:name s 1|counters {Counter 2 o !
Device:name s 1|attributes {QualifiedName:DeviceAttribute 2 o|capacity {QualifiedName:DeviceCapacity 3 o|consumesCounters [DeviceCounterConsumption 4 o La|nodeName *s 5 o|nodeSelector *core/v1.NodeSelector 6 o|allNodes *b 7 o|taints [DeviceTaint 8 o La|bindsToNode *b 9 o|bindingConditions [s 10 o La|bindingFailureConditions [s 11 o La|allowMultipleAllocations *b 12 o|nodeAllocatableResourceMappings {core/v1.ResourceName:NodeAllocatableResourceMapping 13 o
DeviceAllocationConfiguration:source AllocationConfigSource 1|requests [s 2 o La|. DeviceConfiguration 3
DeviceAllocationMode=s ["All","ExactCount"]
DeviceAllocationResult:results [DeviceRequestAllocationResult 1 o La|config [DeviceAllocationConfiguration 2 o La
DeviceAttribute:int *l 2 o|bool *b 3 o|string *s 4 o|version *s 5 o|ints [l 6 o La|bools [b 7 o La|strings [s 8 o La|versions [s 9 o La
DeviceCapacity:value resource.Quantity 1|requestPolicy *CapacityRequestPolicy 2 o
DeviceClaim:requests [DeviceRequest 1 ? La|constraints [DeviceConstraint 2 o La|config [DeviceClaimConfiguration 3 o La
DeviceClaimConfiguration:requests [s 1 o La|. DeviceConfiguration 2
DeviceClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DeviceClassSpec 2
DeviceClassConfiguration:. DeviceConfiguration 1
DeviceClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [DeviceClass 2
DeviceClassSpec:selectors [DeviceSelector 1 o La|config [DeviceClassConfiguration 2 o La|extendedResourceName *s 4 o
DeviceConfiguration:opaque *OpaqueDeviceConfiguration 1 o
DeviceConstraint:requests [s 1 o La|matchAttribute *FullyQualifiedName 2 o|distinctAttribute *FullyQualifiedName 3 o
DeviceCounterConsumption:counterSet s 1|counters {Counter 2 o !
DeviceRequest:name s 1|exactly *ExactDeviceRequest 2 o|firstAvailable [DeviceSubRequest 3 o La
DeviceRequestAllocationResult:request s 1|driver s 2|pool s 3|device s 4|adminAccess *b 5 o|tolerations [DeviceToleration 6 o La|bindingConditions [s 7 o La|bindingFailureConditions [s 8 o La|shareID *types.UID 9 o|consumedCapacity {QualifiedName:resource.Quantity 10 o
DeviceSelector:cel *CELDeviceSelector 1 o
DeviceSubRequest:name s 1|deviceClassName s 2|selectors [DeviceSelector 3 o La|allocationMode DeviceAllocationMode 4 o|count l 5 o|tolerations [DeviceToleration 6 o La|capacity *CapacityRequirements 7 o
DeviceTaint:key s 1|value s 2 o|effect DeviceTaintEffect 3|timeAdded *meta/v1.Time 4 o
DeviceTaintEffect=s ["NoExecute","NoSchedule","None"]
DeviceToleration:key s 1 o|operator DeviceTolerationOperator 2 o D"Equal"|value s 3 o|effect DeviceTaintEffect 4 o|tolerationSeconds *l 5 o
DeviceTolerationOperator=s ["Equal","Exists"]
ExactDeviceRequest:deviceClassName s 1|selectors [DeviceSelector 2 o La|allocationMode DeviceAllocationMode 3 o|count l 4 o|adminAccess *b 5 o|tolerations [DeviceToleration 6 o La|capacity *CapacityRequirements 7 o
FullyQualifiedName=s
NetworkDeviceData:interfaceName s 1 o|ips [s 2 o La|hardwareAddress s 3 o
NodeAllocatableResourceMapping:capacityKey *QualifiedName 1 o|allocationMultiplier *resource.Quantity 2 o
OpaqueDeviceConfiguration:driver s 1|parameters runtime.RawExtension 2
QualifiedName=s
ResourceClaim:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimSpec 2|status ResourceClaimStatus 3 o
ResourceClaimConsumerReference:apiGroup s 1 o|resource s 3|name s 4|uid types.UID 5
ResourceClaimList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceClaim 2
ResourceClaimSpec:devices DeviceClaim 1 ?
ResourceClaimStatus:allocation *AllocationResult 1 o|reservedFor [ResourceClaimConsumerReference 2 o Lm,uid Pmerge Kuid|devices [AllocatedDeviceStatus 4 o Lm,driver,device,pool,shareID
ResourceClaimTemplate:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimTemplateSpec 2
ResourceClaimTemplateList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceClaimTemplate 2
ResourceClaimTemplateSpec:metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimSpec 2
ResourcePool:name s 1|generation l 2|resourceSliceCount l 3
ResourceSlice:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceSliceSpec 2
ResourceSliceList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceSlice 2
ResourceSliceSpec:driver s 1|pool ResourcePool 2|nodeName *s 3 o|nodeSelector *core/v1.NodeSelector 4 o|allNodes *b 5 o|devices [Device 6 o La|perDeviceNodeSelection *b 7 o|sharedCounters [CounterSet 8 o La
`,
  'resource/v1alpha3': `resource.k8s.io io.k8s.api.resource.v1alpha3
DeviceTaint:key s 1|value s 2 o|effect DeviceTaintEffect 3|timeAdded *meta/v1.Time 4 o
DeviceTaintEffect=s ["NoExecute","NoSchedule","None"]
DeviceTaintRule:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DeviceTaintRuleSpec 2|status DeviceTaintRuleStatus 3 o
DeviceTaintRuleList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [DeviceTaintRule 2
DeviceTaintRuleSpec:deviceSelector *DeviceTaintSelector 1 o|taint DeviceTaint 2 o !
DeviceTaintRuleStatus:conditions [meta/v1.Condition 1 o Lm,type Pmerge Ktype
DeviceTaintSelector:driver *s 2 o|pool *s 3 o|device *s 4 o
PoolStatus:driver s 1 o !|poolName s 2 o !|generation l 9|resourceSliceCount *i 8 o|totalDevices *i 4 o|allocatedDevices *i 5 o|availableDevices *i 6 o|unavailableDevices *i 7 o|nodeName *s 3 o|validationError *s 10 o
ResourcePoolStatusRequest:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o !|spec ResourcePoolStatusRequestSpec 2|status *ResourcePoolStatusRequestStatus 3 o
ResourcePoolStatusRequestList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourcePoolStatusRequest 2
ResourcePoolStatusRequestSpec:driver s 1|poolName *s 2 o|limit *i 3 o D100
ResourcePoolStatusRequestStatus:poolCount *i 6 o !|pools [PoolStatus 2 o La|conditions [meta/v1.Condition 3 o Lm,type Pmerge Ktype
`,
  'resource/v1beta1': `resource.k8s.io io.k8s.api.resource.v1beta1
AllocatedDeviceStatus:driver s 1|pool s 2|device s 3|shareID *s 7 o|conditions [meta/v1.Condition 4 ? Lm,type|data *runtime.RawExtension 5 o|networkData *NetworkDeviceData 6 o
AllocationConfigSource=s ["FromClaim","FromClass"]
AllocationResult:devices DeviceAllocationResult 1 o|nodeSelector *core/v1.NodeSelector 3 o|allocationTimestamp *meta/v1.Time 5 o
BasicDevice:attributes {QualifiedName:DeviceAttribute 1 o|capacity {QualifiedName:DeviceCapacity 2 o|consumesCounters [DeviceCounterConsumption 3 o La|nodeName *s 4 o|nodeSelector *core/v1.NodeSelector 5 o|allNodes *b 6 o|taints [DeviceTaint 7 o La|bindsToNode *b 8 o|bindingConditions [s 9 o La|bindingFailureConditions [s 10 o La|allowMultipleAllocations *b 11 o|nodeAllocatableResourceMappings {core/v1.ResourceName:NodeAllocatableResourceMapping 12 o
CELDeviceSelector:expression s 1
CapacityRequestPolicy:default *resource.Quantity 1 ?|validValues [resource.Quantity 3 o La|validRange *CapacityRequestPolicyRange 4 o
CapacityRequestPolicyRange:min *resource.Quantity 1 o !|max *resource.Quantity 2 o|step *resource.Quantity 3 o
CapacityRequirements:requests {QualifiedName:resource.Quantity 1 o
Counter:value resource.Quantity 1
CounterSet:name s 1|counters {Counter 2 o !
Device:name s 1|basic *BasicDevice 2 o
DeviceAllocationConfiguration:source AllocationConfigSource 1|requests [s 2 o La|. DeviceConfiguration 3
DeviceAllocationMode=s ["All","ExactCount"]
DeviceAllocationResult:results [DeviceRequestAllocationResult 1 o La|config [DeviceAllocationConfiguration 2 o La
DeviceAttribute:int *l 2 o|bool *b 3 o|string *s 4 o|version *s 5 o|ints [l 6 o La|bools [b 7 o La|strings [s 8 o La|versions [s 9 o La
DeviceCapacity:value resource.Quantity 1|requestPolicy *CapacityRequestPolicy 2 o
DeviceClaim:requests [DeviceRequest 1 ? La|constraints [DeviceConstraint 2 o La|config [DeviceClaimConfiguration 3 o La
DeviceClaimConfiguration:requests [s 1 o La|. DeviceConfiguration 2
DeviceClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DeviceClassSpec 2
DeviceClassConfiguration:. DeviceConfiguration 1
DeviceClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [DeviceClass 2
DeviceClassSpec:selectors [DeviceSelector 1 o La|config [DeviceClassConfiguration 2 o La|extendedResourceName *s 4 o
DeviceConfiguration:opaque *OpaqueDeviceConfiguration 1 o
DeviceConstraint:requests [s 1 o La|matchAttribute *FullyQualifiedName 2 o|distinctAttribute *FullyQualifiedName 3 o
DeviceCounterConsumption:counterSet s 1|counters {Counter 2 o !
DeviceRequest:name s 1|deviceClassName s 2 ?|selectors [DeviceSelector 3 o La|allocationMode DeviceAllocationMode 4 o|count l 5 o|adminAccess *b 6 o|firstAvailable [DeviceSubRequest 7 o La|tolerations [DeviceToleration 8 o La|capacity *CapacityRequirements 9 o
DeviceRequestAllocationResult:request s 1|driver s 2|pool s 3|device s 4|adminAccess *b 5 o|tolerations [DeviceToleration 6 o La|bindingConditions [s 7 o La|bindingFailureConditions [s 8 o La|shareID *types.UID 9 o|consumedCapacity {QualifiedName:resource.Quantity 10 o
DeviceSelector:cel *CELDeviceSelector 1 o
DeviceSubRequest:name s 1|deviceClassName s 2|selectors [DeviceSelector 3 o La|allocationMode DeviceAllocationMode 4 o|count l 5 o|tolerations [DeviceToleration 7 o La|capacity *CapacityRequirements 8 o
DeviceTaint:key s 1|value s 2 o|effect DeviceTaintEffect 3|timeAdded *meta/v1.Time 4 o
DeviceTaintEffect=s ["NoExecute","NoSchedule","None"]
DeviceToleration:key s 1 o|operator DeviceTolerationOperator 2 o D"Equal"|value s 3 o|effect DeviceTaintEffect 4 o|tolerationSeconds *l 5 o
DeviceTolerationOperator=s ["Equal","Exists"]
FullyQualifiedName=s
NetworkDeviceData:interfaceName s 1 o|ips [s 2 o La|hardwareAddress s 3 o
NodeAllocatableResourceMapping:capacityKey *QualifiedName 1 o|allocationMultiplier *resource.Quantity 2 o
OpaqueDeviceConfiguration:driver s 1|parameters runtime.RawExtension 2
QualifiedName=s
ResourceClaim:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimSpec 2|status ResourceClaimStatus 3 o
ResourceClaimConsumerReference:apiGroup s 1 o|resource s 3|name s 4|uid types.UID 5
ResourceClaimList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceClaim 2
ResourceClaimSpec:devices DeviceClaim 1 ?
ResourceClaimStatus:allocation *AllocationResult 1 o|reservedFor [ResourceClaimConsumerReference 2 o Lm,uid Pmerge Kuid|devices [AllocatedDeviceStatus 4 o Lm,driver,device,pool,shareID
ResourceClaimTemplate:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimTemplateSpec 2
ResourceClaimTemplateList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceClaimTemplate 2
ResourceClaimTemplateSpec:metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimSpec 2
ResourcePool:name s 1|generation l 2|resourceSliceCount l 3
ResourceSlice:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceSliceSpec 2
ResourceSliceList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceSlice 2
ResourceSliceSpec:driver s 1|pool ResourcePool 2|nodeName s 3 o|nodeSelector *core/v1.NodeSelector 4 o|allNodes b 5 o|devices [Device 6 o La|perDeviceNodeSelection *b 7 o|sharedCounters [CounterSet 8 o La
`,
  'resource/v1beta2': `resource.k8s.io io.k8s.api.resource.v1beta2
AllocatedDeviceStatus:driver s 1|pool s 2|device s 3|shareID *s 7 o|conditions [meta/v1.Condition 4 ? Lm,type|data *runtime.RawExtension 5 o|networkData *NetworkDeviceData 6 o
AllocationConfigSource=s ["FromClaim","FromClass"]
AllocationResult:devices DeviceAllocationResult 1 o|nodeSelector *core/v1.NodeSelector 3 o|allocationTimestamp *meta/v1.Time 5 o
CELDeviceSelector:expression s 1
CapacityRequestPolicy:default *resource.Quantity 1 ?|validValues [resource.Quantity 3 o La|validRange *CapacityRequestPolicyRange 4 o
CapacityRequestPolicyRange:min *resource.Quantity 1 o !|max *resource.Quantity 2 o|step *resource.Quantity 3 o
CapacityRequirements:requests {QualifiedName:resource.Quantity 1 o
Counter:value resource.Quantity 1
CounterSet:name s 1|counters {Counter 2 o !
Device:name s 1|attributes {QualifiedName:DeviceAttribute 2 o|capacity {QualifiedName:DeviceCapacity 3 o|consumesCounters [DeviceCounterConsumption 4 o La|nodeName *s 5 o|nodeSelector *core/v1.NodeSelector 6 o|allNodes *b 7 o|taints [DeviceTaint 8 o La|bindsToNode *b 9 o|bindingConditions [s 10 o La|bindingFailureConditions [s 11 o La|allowMultipleAllocations *b 12 o|nodeAllocatableResourceMappings {core/v1.ResourceName:NodeAllocatableResourceMapping 13 o
DeviceAllocationConfiguration:source AllocationConfigSource 1|requests [s 2 o La|. DeviceConfiguration 3
DeviceAllocationMode=s ["All","ExactCount"]
DeviceAllocationResult:results [DeviceRequestAllocationResult 1 o La|config [DeviceAllocationConfiguration 2 o La
DeviceAttribute:int *l 2 o|bool *b 3 o|string *s 4 o|version *s 5 o|ints [l 6 o La|bools [b 7 o La|strings [s 8 o La|versions [s 9 o La
DeviceCapacity:value resource.Quantity 1|requestPolicy *CapacityRequestPolicy 2 o
DeviceClaim:requests [DeviceRequest 1 ? La|constraints [DeviceConstraint 2 o La|config [DeviceClaimConfiguration 3 o La
DeviceClaimConfiguration:requests [s 1 o La|. DeviceConfiguration 2
DeviceClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DeviceClassSpec 2
DeviceClassConfiguration:. DeviceConfiguration 1
DeviceClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [DeviceClass 2
DeviceClassSpec:selectors [DeviceSelector 1 o La|config [DeviceClassConfiguration 2 o La|extendedResourceName *s 4 o
DeviceConfiguration:opaque *OpaqueDeviceConfiguration 1 o
DeviceConstraint:requests [s 1 o La|matchAttribute *FullyQualifiedName 2 o|distinctAttribute *FullyQualifiedName 3 o
DeviceCounterConsumption:counterSet s 1|counters {Counter 2 o !
DeviceRequest:name s 1|exactly *ExactDeviceRequest 2 o|firstAvailable [DeviceSubRequest 3 o La
DeviceRequestAllocationResult:request s 1|driver s 2|pool s 3|device s 4|adminAccess *b 5 o|tolerations [DeviceToleration 6 o La|bindingConditions [s 7 o La|bindingFailureConditions [s 8 o La|shareID *types.UID 9 o|consumedCapacity {QualifiedName:resource.Quantity 10 o
DeviceSelector:cel *CELDeviceSelector 1 o
DeviceSubRequest:name s 1|deviceClassName s 2|selectors [DeviceSelector 3 o La|allocationMode DeviceAllocationMode 4 o|count l 5 o|tolerations [DeviceToleration 6 o La|capacity *CapacityRequirements 7 o
DeviceTaint:key s 1|value s 2 o|effect DeviceTaintEffect 3|timeAdded *meta/v1.Time 4 o
DeviceTaintEffect=s ["NoExecute","NoSchedule","None"]
DeviceTaintRule:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DeviceTaintRuleSpec 2|status DeviceTaintRuleStatus 3 o
DeviceTaintRuleList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [DeviceTaintRule 2
DeviceTaintRuleSpec:deviceSelector *DeviceTaintSelector 1 o|taint DeviceTaint 2 o !
DeviceTaintRuleStatus:conditions [meta/v1.Condition 1 o Lm,type Pmerge Ktype
DeviceTaintSelector:driver *s 2 o|pool *s 3 o|device *s 4 o
DeviceToleration:key s 1 o|operator DeviceTolerationOperator 2 o D"Equal"|value s 3 o|effect DeviceTaintEffect 4 o|tolerationSeconds *l 5 o
DeviceTolerationOperator=s ["Equal","Exists"]
ExactDeviceRequest:deviceClassName s 1|selectors [DeviceSelector 2 o La|allocationMode DeviceAllocationMode 3 o|count l 4 o|adminAccess *b 5 o|tolerations [DeviceToleration 6 o La|capacity *CapacityRequirements 7 o
FullyQualifiedName=s
NetworkDeviceData:interfaceName s 1 o|ips [s 2 o La|hardwareAddress s 3 o
NodeAllocatableResourceMapping:capacityKey *QualifiedName 1 o|allocationMultiplier *resource.Quantity 2 o
OpaqueDeviceConfiguration:driver s 1|parameters runtime.RawExtension 2
QualifiedName=s
ResourceClaim:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimSpec 2|status ResourceClaimStatus 3 o
ResourceClaimConsumerReference:apiGroup s 1 o|resource s 3|name s 4|uid types.UID 5
ResourceClaimList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceClaim 2
ResourceClaimSpec:devices DeviceClaim 1 ?
ResourceClaimStatus:allocation *AllocationResult 1 o|reservedFor [ResourceClaimConsumerReference 2 o Lm,uid Pmerge Kuid|devices [AllocatedDeviceStatus 4 o Lm,driver,device,pool,shareID
ResourceClaimTemplate:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimTemplateSpec 2
ResourceClaimTemplateList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceClaimTemplate 2
ResourceClaimTemplateSpec:metadata meta/v1.ObjectMeta 1 o|spec ResourceClaimSpec 2
ResourcePool:name s 1|generation l 2|resourceSliceCount l 3
ResourceSlice:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ResourceSliceSpec 2
ResourceSliceList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [ResourceSlice 2
ResourceSliceSpec:driver s 1|pool ResourcePool 2|nodeName *s 3 o|nodeSelector *core/v1.NodeSelector 4 o|allNodes *b 5 o|devices [Device 6 o La|perDeviceNodeSelection *b 7 o|sharedCounters [CounterSet 8 o La
`,
  'runtime': ` io.k8s.apimachinery.pkg.runtime
RawExtension!
`,
  'scheduling/v1': `scheduling.k8s.io io.k8s.api.scheduling.v1
PriorityClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|value i 2 ?|globalDefault b 3 o|description s 4 o|preemptionPolicy *core/v1.PreemptionPolicy 5 o
PriorityClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [PriorityClass 2
`,
  'scheduling/v1alpha2': `scheduling.k8s.io io.k8s.api.scheduling.v1alpha2
BasicSchedulingPolicy:
DisruptionMode=s ["Pod","PodGroup"]
GangSchedulingPolicy:minCount i 1
PodGroup:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PodGroupSpec 2|status PodGroupStatus 3 o
PodGroupList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [PodGroup 2
PodGroupResourceClaim:name s 1|resourceClaimName *s 2 o|resourceClaimTemplateName *s 3 o
PodGroupResourceClaimStatus:name s 1|resourceClaimName *s 2 o
PodGroupSchedulingConstraints:topology [TopologyConstraint 1 o La
PodGroupSchedulingPolicy^,basic=Basic,gang=Gang:basic *BasicSchedulingPolicy 1 o|gang *GangSchedulingPolicy 2 o
PodGroupSpec:podGroupTemplateRef *PodGroupTemplateReference 1 ?|schedulingPolicy PodGroupSchedulingPolicy 2|schedulingConstraints *PodGroupSchedulingConstraints 3 o|resourceClaims [PodGroupResourceClaim 4 o Lm,name Pmerge,retainKeys Kname|disruptionMode *DisruptionMode 5 o D"Pod"|priorityClassName s 6 o|priority *i 7 o
PodGroupStatus:conditions [meta/v1.Condition 1 o Lm,type Pmerge Ktype|resourceClaimStatuses [PodGroupResourceClaimStatus 2 o Lm,name Pmerge,retainKeys Kname
PodGroupTemplate:name s 1|schedulingPolicy PodGroupSchedulingPolicy 2|schedulingConstraints *PodGroupSchedulingConstraints 3 ?|resourceClaims [PodGroupResourceClaim 4 o Lm,name Pmerge,retainKeys Kname|disruptionMode *DisruptionMode 5 o|priorityClassName s 6 o|priority *i 7 o
PodGroupTemplateReference^,workload=Workload:workload *WorkloadPodGroupTemplateReference 1 ?
TopologyConstraint:key s 1
TypedLocalObjectReference:apiGroup s 1 o|kind s 2|name s 3
Workload:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec WorkloadSpec 2
WorkloadList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [Workload 2
WorkloadPodGroupTemplateReference:workloadName s 1|podGroupTemplateName s 2
WorkloadSpec:controllerRef *TypedLocalObjectReference 1 o|podGroupTemplates [PodGroupTemplate 2 Lm,name
`,
  'storage/v1': `storage.k8s.io io.k8s.api.storage.v1
CSIDriver:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CSIDriverSpec 2
CSIDriverList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CSIDriver 2
CSIDriverSpec:attachRequired *b 1 o|podInfoOnMount *b 2 o|volumeLifecycleModes [VolumeLifecycleMode 3 o Ls|storageCapacity *b 4 o|fsGroupPolicy *FSGroupPolicy 5 o|tokenRequests [TokenRequest 6 o La|requiresRepublish *b 7 o|seLinuxMount *b 8 o|nodeAllocatableUpdatePeriodSeconds *l 9 o|serviceAccountTokenInSecrets *b 10 o|preventPodSchedulingIfMissing *b 11 o
CSINode:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CSINodeSpec 2
CSINodeDriver:name s 1|nodeID s 2|topologyKeys [s 3 ? La|allocatable *VolumeNodeResources 4 o
CSINodeList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CSINode 2
CSINodeSpec:drivers [CSINodeDriver 1 Lm,name Pmerge Kname
CSIStorageCapacity:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|nodeTopology *meta/v1.LabelSelector 2 o|storageClassName s 3|capacity *resource.Quantity 4 o|maximumVolumeSize *resource.Quantity 5 o
CSIStorageCapacityList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CSIStorageCapacity 2
FSGroupPolicy=s
StorageClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|provisioner s 2|parameters {s 3 o|reclaimPolicy *core/v1.PersistentVolumeReclaimPolicy 4 o|mountOptions [s 5 o La|allowVolumeExpansion *b 6 o|volumeBindingMode *VolumeBindingMode 7 o|allowedTopologies [core/v1.TopologySelectorTerm 8 o La
StorageClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [StorageClass 2
TokenRequest:audience s 1|expirationSeconds *l 2 o
VolumeAttachment:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec VolumeAttachmentSpec 2|status VolumeAttachmentStatus 3 o
VolumeAttachmentList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [VolumeAttachment 2
VolumeAttachmentSource:persistentVolumeName *s 1 o|inlineVolumeSpec *core/v1.PersistentVolumeSpec 2 o
VolumeAttachmentSpec:attacher s 1|source VolumeAttachmentSource 2|nodeName s 3
VolumeAttachmentStatus:attached b 1|attachmentMetadata {s 2 o|attachError *VolumeError 3 o|detachError *VolumeError 4 o
VolumeAttributesClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|driverName s 2|parameters {s 3 o
VolumeAttributesClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [VolumeAttributesClass 2
VolumeBindingMode=s ["Immediate","WaitForFirstConsumer"]
VolumeError:time meta/v1.Time 1 o|message s 2 o|errorCode *i 3 o
VolumeLifecycleMode=s
VolumeNodeResources:count *i 1 o
`,
  'storage/v1beta1': `storage.k8s.io io.k8s.api.storage.v1beta1
CSIDriver:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CSIDriverSpec 2
CSIDriverList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CSIDriver 2
CSIDriverSpec:attachRequired *b 1 o|podInfoOnMount *b 2 o|volumeLifecycleModes [VolumeLifecycleMode 3 o La|storageCapacity *b 4 o|fsGroupPolicy *FSGroupPolicy 5 o|tokenRequests [TokenRequest 6 o La|requiresRepublish *b 7 o|seLinuxMount *b 8 o|nodeAllocatableUpdatePeriodSeconds *l 9 o|serviceAccountTokenInSecrets *b 10 o|preventPodSchedulingIfMissing *b 11 o
CSINode:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CSINodeSpec 2
CSINodeDriver:name s 1|nodeID s 2|topologyKeys [s 3 ? La|allocatable *VolumeNodeResources 4 o
CSINodeList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CSINode 2
CSINodeSpec:drivers [CSINodeDriver 1 Lm,name Pmerge Kname
CSIStorageCapacity:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|nodeTopology *meta/v1.LabelSelector 2 o|storageClassName s 3|capacity *resource.Quantity 4 o|maximumVolumeSize *resource.Quantity 5 o
CSIStorageCapacityList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [CSIStorageCapacity 2
FSGroupPolicy=s
StorageClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|provisioner s 2|parameters {s 3 o|reclaimPolicy *core/v1.PersistentVolumeReclaimPolicy 4 o|mountOptions [s 5 o La|allowVolumeExpansion *b 6 o|volumeBindingMode *VolumeBindingMode 7 o|allowedTopologies [core/v1.TopologySelectorTerm 8 o La
StorageClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [StorageClass 2
TokenRequest:audience s 1|expirationSeconds *l 2 o
VolumeAttachment:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec VolumeAttachmentSpec 2|status VolumeAttachmentStatus 3 o
VolumeAttachmentList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [VolumeAttachment 2
VolumeAttachmentSource:persistentVolumeName *s 1 o|inlineVolumeSpec *core/v1.PersistentVolumeSpec 2 o
VolumeAttachmentSpec:attacher s 1|source VolumeAttachmentSource 2|nodeName s 3
VolumeAttachmentStatus:attached b 1|attachmentMetadata {s 2 o|attachError *VolumeError 3 o|detachError *VolumeError 4 o
VolumeAttributesClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|driverName s 2|parameters {s 3 o
VolumeAttributesClassList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [VolumeAttributesClass 2
VolumeBindingMode=s
VolumeError:time meta/v1.Time 1 o|message s 2 o|errorCode *i 3 o
VolumeLifecycleMode=s
VolumeNodeResources:count *i 1 o
`,
  'storagemigration/v1beta1': `storagemigration.k8s.io io.k8s.api.storagemigration.v1beta1
StorageVersionMigration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec StorageVersionMigrationSpec 2 o|status StorageVersionMigrationStatus 3 o
StorageVersionMigrationList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [StorageVersionMigration 2
StorageVersionMigrationSpec:resource meta/v1.GroupResource 1
StorageVersionMigrationStatus:conditions [meta/v1.Condition 1 o Lm,type Pmerge Ktype|resourceVersion s 2 o
`,
  'types': ` io.k8s.apimachinery.pkg.types
NodeName=s
UID=s
`,
};
