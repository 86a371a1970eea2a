// The types of apiregistration.k8s.io/v1, in the form of facts.generated.ts: Debian does not package them.
export const apiRegistration = [
  'APIService:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec APIServiceSpec 2 o|status APIServiceStatus 3 o',
  'APIServiceCondition:type APIServiceConditionType 1|status ConditionStatus 2|lastTransitionTime meta/v1.Time 3 o|reason s 4 o|message s 5 o',
  'APIServiceConditionType=s',
  'APIServiceList:. meta/v1.TypeMeta 0|metadata meta/v1.ListMeta 1 o|items [APIService 2',
  'APIServiceSpec:service *ServiceReference 1 o|group s 2 o|version s 3 o|insecureSkipTLSVerify b 4 o|caBundle y 5 o La|groupPriorityMinimum i 7|versionPriority i 8',
  'APIServiceStatus:conditions [APIServiceCondition 1 o Lm,type Pmerge Ktype',
  'ConditionStatus=s',
  'ServiceReference:namespace s 1 o|name s 2 o|port *i 3 o',
];
