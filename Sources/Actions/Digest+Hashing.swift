public import Basics
